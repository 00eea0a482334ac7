import type { Millis } from '#kernel/time/millis'
import { proofValue } from './domain_name.js'

/** What an org uses a domain for. */
export const PURPOSES = ['hosting', 'email'] as const
export type Purpose = (typeof PURPOSES)[number]

/** How far a claim is. */
export const DOMAIN_STATUSES = ['pending', 'verified', 'lost'] as const
export type DomainStatus = (typeof DOMAIN_STATUSES)[number]

/** The most domains of an org, claims included. */
export const MOST_DOMAINS = 20

const DAY = 24 * 3600 * 1000

/** How long a claim waits for its proof, and how often a proof is asked for again. */
export const [CLAIM_LASTS, CHECK_EVERY] = [30 * DAY, DAY]

/**
 * How long a proof may be missing.
 *
 * @internal
 */
export const MISSING_MOST = 7 * DAY

/** What DNS says: the TXT records of a name, or null where nobody answers. */
export type TxtAnswer = string[] | null

/** Whether the records of a name prove a token: `missing` without any of ours, `mismatch` with others of ours only. */
export function proofOf(answer: TxtAnswer, token: string): 'found' | 'missing' | 'mismatch' {
  const ours = (answer ?? []).map((text) => text.trim()).filter((text) => text.startsWith(proofValue('')))
  if (ours.includes(proofValue(token))) return 'found'
  return ours.length > 0 ? 'mismatch' : 'missing'
}

/** Since when a proof has been missing after one more look at it, and whether the domain is lost by that. */
export function afterCheck(missingSince: Millis | null, found: boolean, now: Millis) {
  if (found) return { missingSince: null, lost: false }
  const since = missingSince ?? now
  return { missingSince: since, lost: now - since >= MISSING_MOST }
}
