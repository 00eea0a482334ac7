/**
 * How slowly a client may read a file (contract/12-releases#123-getting-it). The object is mutable, so that a test
 * can shorten the time temporarily.
 */
export const sending = {
  /** Milliseconds in which at least `bytes` must be sent, for each window of this length. */
  window: 60_000,
  bytes: 64 * 1024,
}
