import type { FieldProblem } from '#kernel/refusals/field_problem'
import { parseTimestamp } from '#kernel/time/timestamps'
import type { ExpirationMode } from './license.js'
import { newTerms, type Terms, type TermsInput } from './terms.js'

/** The expiration that a tier gives to licenses that are made with it, as it is stored; `expiresAt` in UTC. */
export type TierTerms = {
  expirationMode: ExpirationMode
  expiresAt: string | null
  expiresAfterDays: number | null
}

/** The terms of a tier as somebody states them, or the problem of each field; fields are named below `terms`. */
export function tierTerms(input: TermsInput): { problems: FieldProblem[]; terms: TierTerms | null } {
  const verdict = newTerms(input)
  if (!verdict.allow) {
    return { terms: null, problems: verdict.reason.map((one) => ({ ...one, field: `terms.${one.field}` })) }
  }
  const { expirationMode, expiresAt, expiresAfterDays } = verdict.terms
  const stored = expiresAt === null ? null : new Date(expiresAt).toISOString()
  return { problems: [], terms: { expirationMode, expiresAt: stored, expiresAfterDays } }
}

/** The terms of a new license: its own where it states any, else a copy of those of its tier. */
export function termsWithTier<Order extends TermsInput>(order: Order, terms: TierTerms | null): Order {
  const { expirationMode, expiresAt, expiresAfterDays } = order
  const stated = [expirationMode, expiresAt, expiresAfterDays].some(
    (one) => one !== undefined && one !== null
  )
  return stated || terms === null ? order : { ...order, ...termsOfTier(terms) }
}

/** The stored terms of a tier as those of a license; undefined where it has none. */
export function termsOfTier(terms: TierTerms | null | undefined): Terms | undefined {
  if (!terms) return undefined
  const { expiresAt } = terms
  return { ...terms, expiresAt: expiresAt === null ? null : parseTimestamp(expiresAt) }
}
