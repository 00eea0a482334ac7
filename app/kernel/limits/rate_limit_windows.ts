import type { Millis } from '#kernel/time/millis'

/** The length of every rate limit window, in milliseconds (interface#8-limits). */
export const WINDOW_MS = 60_000

/** A window that a request counts in. */
export type Bucket = {
  /** The subject that is counted, such as `ip:127.0.0.1`. */
  key: string
  /** Requests per minute; -1 means unlimited and counts nothing. */
  limit: number
}

/** A value that can be used only once within `ttlMs` milliseconds. */
export type Nonce = {
  key: string
  ttlMs: number
  /** When the caller says it made the nonce. A store that has lost its data since then may have forgotten the nonce. */
  signedAt?: Millis
}

export type Consumed = {
  /** Position of the bucket that refused, among those of the request; -1 if none refused. */
  denied: number
  /** Whole seconds until that bucket opens again, at least 1; 0 if none refused. */
  retryAfter: number
  /** The remaining requests of each bucket after this one; -1 for an unlimited bucket. */
  remaining: number[]
  /**
   * False if the nonce was used before; `unknown` if the store may have forgotten it; null if there is no nonce, or if
   * a bucket refused before the nonce was tried.
   */
  fresh: boolean | null | 'unknown'
}

/**
 * The store's result for one request. `denied` is the full window among its own (from 1; 0 if none is full), and
 * `waitMs` the milliseconds until that window opens again.
 */
export type StoreAnswer = {
  denied: number
  waitMs: number
  fresh: boolean | null
  used: number[]
  /** The time from which on the store knows all used nonces; missing for a store that never forgets one. */
  noncesSince?: Millis
}

/**
 * Requests that go to a store together. The requests of one API key share three windows, so each window is listed once
 * in `keys` and a request refers to it by position.
 */
export type StoreBatch = {
  keys: string[]
  /**
   * How many requests this process has counted locally for each of `keys`. They are added first, even above a ceiling.
   */
  counted: number[]
  requests: {
    /** Positions of its windows in `keys`, from 1. */
    slots: number[]
    ceilings: number[]
    nonce: Nonce | null
  }[]
}
