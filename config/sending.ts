/**
 * How slowly somebody may read a file (contract/12-releases#123-getting-it). It is an object that can be written to, so that
 * a test can shorten the time for its own duration.
 */
export const sending = {
  /** Milliseconds in which `bytes` have to go out, again and again. */
  window: 60_000,
  bytes: 64 * 1024,
}
