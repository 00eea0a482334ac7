const KIB = 1024
const MIB = 1024 * KIB

/**
 * What bounds the body of a request (contract/01-changes#bounds). It is an object that can be written to, so that a
 * test can shorten the time for its own duration.
 */
export const bodies = {
  /** Bytes. One number for the same list, whichever family of routes takes it. */
  limits: {
    /** Signing up and in, and what goes with it: no credential was seen yet. */
    signIn: 8 * KIB,
    ordinary: 64 * KIB,
    /** A release with its notes, each character of which may be escaped. */
    release: 256 * KIB,
    /** Calls of programs. */
    runtime: 16 * KIB,
    /** Events of payment processors. */
    events: MIB,
    /** 100,000 ids of licenses. */
    ids: 6 * MIB,
    /** 10,000 blacklist entries with their reasons. */
    entries: 8 * MIB,
  },

  /** Milliseconds within which a body is there as a whole. Uploads have times of their own. */
  arrival: 15_000,

  /** Milliseconds for which the rest of a body that nobody reads may come in after the answer. */
  leftover: 15_000,

  /** Whoever goes beyond these means to hurt, not to say something: 10,000 entries are 30,000 values. */
  json: { depth: 64, values: 250_000, escapedNames: 300 },
}
