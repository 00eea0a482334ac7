const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns true if a text is a UUID of any version. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && UUID.test(text)
}
