import type { Millis } from '#kernel/time/millis'

/** The length of every window of this service, in milliseconds (interface#8-limits). */
export const WINDOW_MS = 60_000

/** One window that a request counts in. */
export type Bucket = {
  /** The counted subject, such as `ip:127.0.0.1`. */
  key: string
  /** Requests a minute; -1 counts nothing and never refuses. */
  limit: number
}

/** A value that may be used once within `ttlMs` milliseconds. */
export type Nonce = {
  key: string
  ttlMs: number
  /** When the caller says that it was made. A store that has lost its memory since then cannot know it. */
  signedAt?: Millis
}

export type Consumed = {
  /** Which bucket refused, as its position among those asked for; -1 when none did. */
  denied: number
  /** Whole seconds until that bucket opens again, at least 1; 0 when none refused. */
  retryAfter: number
  /** The remaining requests of each bucket after this one; -1 for an unlimited bucket. */
  remaining: number[]
  /**
   * False when the nonce was seen before; `unknown` when the store may have forgotten it; null without one, or when a
   * bucket refused before it was tried.
   */
  fresh: boolean | null | 'unknown'
}

/** The store's answer to one request: the full window among its own (from 1, 0 for none) and its milliseconds. */
export type StoreAnswer = {
  denied: number
  waitMs: number
  fresh: boolean | null
  used: number[]
  /** Since when the store knows which nonces were used; for one that never forgets any, left out. */
  noncesSince?: Millis
}

/**
 * Requests that go to a store together. Those of one API key share three windows, so each window is named once
 * and a request says which it means.
 */
export type StoreBatch = {
  keys: string[]
  /** How many requests this process has counted in each of `keys` by itself: added first, whatever the ceilings. */
  counted: number[]
  requests: {
    /** Positions of its windows in `keys`, from 1. */
    slots: number[]
    ceilings: number[]
    nonce: Nonce | null
  }[]
}
