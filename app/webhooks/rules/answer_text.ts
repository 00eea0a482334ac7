/** How much of an answer is kept, in bytes (contract/01-changes#reads-for-a-console). */
export const ANSWER_BYTES = 2048

/**
 * The beginning of an answer as text: at most 2 KiB of it, a character that is cut in two left out, and without NUL, which
 * Postgres cannot hold. Bytes that are no UTF-8 become U+FFFD.
 */
export function answerText(pieces: Uint8Array[]): string {
  const bytes = Buffer.concat(pieces).subarray(0, ANSWER_BYTES)
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\ufffd')
}
