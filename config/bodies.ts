const KIB = 1024
const MIB = 1024 * KIB

/**
 * Limits for request bodies (contract/01-changes#bounds). The object is mutable, so that a test can shorten a time
 * temporarily.
 */
export const bodies = {
  /** Bytes. The same list has the same limit in every family of routes. */
  limits: {
    /** Sign-up, sign-in and related routes: no credential has been checked yet. */
    signIn: 8 * KIB,
    ordinary: 64 * KIB,
    /** A release with its notes, in which every character may be escaped. */
    release: 256 * KIB,
    /** Runtime calls. */
    runtime: 16 * KIB,
    /** Events of payment processors. */
    events: MIB,
    /** 100,000 license ids. */
    ids: 6 * MIB,
    /** 10,000 blacklist entries with their reasons. */
    entries: 8 * MIB,
  },

  /** The deadline for a complete body. Milliseconds. Uploads have their own deadlines. */
  arrival: 15_000,

  /**
   * Large bodies with long lists that an org may have in memory in one process until they are parsed. Others are left
   * unread, and after `patience` (milliseconds) they are refused.
   */
  large: { perOrg: 4, patience: 30_000 },

  /**
   * The unread rest of a body may go on arriving after the response while each period (milliseconds) brings at least so
   * many bytes, and at most so many in all: as many as the largest upload has.
   */
  leftover: { period: 15_000, least: 256 * KIB, most: 2100 * MIB },

  /** No honest client needs more than this: 10,000 entries are 30,000 values. */
  json: { depth: 64, values: 250_000, escapedNames: 300 },
}
