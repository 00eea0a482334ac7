import type { FieldProblem } from '#kernel/refusals/field_problem'
import { parseTimestamp } from '#kernel/time/timestamps'
import type { ExpirationMode } from './license.js'
import { newTerms, type Terms, type TermsInput } from './terms.js'

/** The stored expiration that a tier gives to licenses created with it; `expiresAt` in UTC. */
export type TierTerms = {
  expirationMode: ExpirationMode
  expiresAt: string | null
  expiresAfterDays: number | null
}

/** Returns the stored form of requested terms, or the problems of their fields, which are named `terms.<field>`. */
export function tierTerms(input: TermsInput): { problems: FieldProblem[]; terms: TierTerms | null } {
  const verdict = newTerms(input)
  if (!verdict.allow) {
    return { terms: null, problems: verdict.reason.map((one) => ({ ...one, field: `terms.${one.field}` })) }
  }
  const { expirationMode, expiresAt, expiresAfterDays } = verdict.terms
  const stored = expiresAt === null ? null : new Date(expiresAt).toISOString()
  return { problems: [], terms: { expirationMode, expiresAt: stored, expiresAfterDays } }
}

/** Returns the order with a copy of the tier's terms if the order states none of its own. */
export function termsWithTier<Order extends TermsInput>(order: Order, terms: TierTerms | null): Order {
  const { expirationMode, expiresAt, expiresAfterDays } = order
  const stated = [expirationMode, expiresAt, expiresAfterDays].some(
    (one) => one !== undefined && one !== null
  )
  return stated || terms === null ? order : { ...order, ...termsOfTier(terms) }
}

/** Converts the stored terms of a tier to terms of a license; undefined if the tier has none. */
export function termsOfTier(terms: TierTerms | null | undefined): Terms | undefined {
  if (!terms) return undefined
  const { expiresAt } = terms
  return { ...terms, expiresAt: expiresAt === null ? null : parseTimestamp(expiresAt) }
}
