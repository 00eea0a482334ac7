/** The most bytes of a response to keep (contract/01-changes#reads-for-a-console). */
export const ANSWER_BYTES = 2048

/**
 * The beginning of a response as text, at most 2 KiB. A character that the limit cuts in two is left out. Bytes that
 * are not UTF-8 become U+FFFD, and so does NUL, which Postgres cannot store.
 */
export function answerText(pieces: Uint8Array[]): string {
  const bytes = Buffer.concat(pieces).subarray(0, ANSWER_BYTES)
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\ufffd')
}
