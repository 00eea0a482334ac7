/** The purpose of a challenge. `portal_link` is a one-time link without a code. */
export type ChallengePurpose = 'sign_in' | 'email' | 'erasure' | 'portal_link'

const MINUTE_MS = 60_000

/** How long a challenge can be answered, in milliseconds (contract/09-end-users#92-getting-in). */
export const CHALLENGE_LIFE: Readonly<Record<ChallengePurpose, number>> = {
  sign_in: 10 * MINUTE_MS,
  email: 10 * MINUTE_MS,
  erasure: 10 * MINUTE_MS,
  portal_link: 15 * MINUTE_MS,
}

/** How many codes may be tried on one challenge. */
export const CODE_TRIES = 5
/** How many challenges of one purpose and address can be live; a new one above this ends the oldest. */
export const MOST_LIVE = 3

/** How long an end user can call off an erasure, in milliseconds (contract/09-end-users#94-the-end-user-himself-eu). */
export const ERASURE_DELAY = 7 * 24 * 60 * MINUTE_MS

/** The shortest time between two mails that tell an end user about one-time links, in milliseconds. */
export const LINK_NOTICE_EVERY = MINUTE_MS
