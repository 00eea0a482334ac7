/** The success envelope (interface#conventions). */
export function ok<T>(data: T) {
  return { ok: true as const, data }
}
