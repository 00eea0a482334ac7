import type { Millis } from '#kernel/time/millis'
import { proofValue } from './domain_name.js'

/** The purposes of a domain. */
export const PURPOSES = ['hosting', 'email'] as const
export type Purpose = (typeof PURPOSES)[number]

/** The states of a claim. */
export const DOMAIN_STATUSES = ['pending', 'verified', 'lost'] as const
export type DomainStatus = (typeof DOMAIN_STATUSES)[number]

/** The most domains of an org, including claims. */
export const MOST_DOMAINS = 20

const DAY = 24 * 3600 * 1000

/** How long a claim waits for its proof, and how often a proof is checked again. Milliseconds. */
export const [CLAIM_LASTS, CHECK_EVERY] = [30 * DAY, DAY]

/**
 * How long a proof may be missing, in milliseconds.
 *
 * @internal
 */
export const MISSING_MOST = 7 * DAY

/** The answer of DNS: the TXT records of a name, or null if no name server answers. */
export type TxtAnswer = string[] | null

/**
 * Checks whether the records of a name prove a token. Returns `missing` if none of the records is ours, and `mismatch`
 * if ours all hold other tokens.
 */
export function proofOf(answer: TxtAnswer, token: string): 'found' | 'missing' | 'mismatch' {
  const ours = (answer ?? []).map((text) => text.trim()).filter((text) => text.startsWith(proofValue('')))
  if (ours.includes(proofValue(token))) return 'found'
  return ours.length > 0 ? 'mismatch' : 'missing'
}

/** The state after one more check of a proof: the time since when it is missing, and whether the domain is lost. */
export function afterCheck(missingSince: Millis | null, found: boolean, now: Millis) {
  if (found) return { missingSince: null, lost: false }
  const since = missingSince ?? now
  return { missingSince: since, lost: now - since >= MISSING_MOST }
}
