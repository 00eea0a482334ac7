import type { FieldProblem } from '#kernel/refusals/problems'
import type { Millis } from '#kernel/time/millis'
import type { ExpirationMode, LicenseState } from './license.js'

/** The expiration of a license as a merchant states it (interface#creating-licenses, contract#expiration-modes). */
export type Terms = Pick<LicenseState, 'expirationMode' | 'expiresAt' | 'expiresAfterDays'>

/** What a request says about it; a field that is null or left out says nothing. */
export type TermsInput = {
  expirationMode?: ExpirationMode | null
  expiresAt?: Millis | null
  expiresAfterDays?: number | null
}

export type TermsResult = { terms: Terms; problems: null } | { terms: null; problems: FieldProblem[] }

/** The largest number of days that a request may give (interface#8-limits, contract#expiration-modes). */
export const MAX_DAYS = 36_500

/**
 * The largest number of days that extensions can bring a license to, so that every moment it leads to can be
 * written as a date.
 */
export const MAX_RELATIVE_DAYS = 2_900_000

/**
 * The terms of a license that is made now. The mode is inferred from the fields when it is left out. `maxDays`
 * is more than MAX_DAYS where the license has been extended already, elsewhere.
 */
export function newTerms(input: TermsInput, maxDays = MAX_DAYS): TermsResult {
  const mode = input.expirationMode ?? inferMode(input)
  return settle(mode, input, { expiresAt: null, expiresAfterDays: null }, {}, maxDays)
}

/**
 * The terms of a license after a PATCH. What the request leaves out stays, unless the new mode has no use for
 * it; without a mode the license keeps the one that it has, and the fields must fit it. `maxDays` as for `newTerms`.
 */
export function changedTerms(current: Terms, input: TermsInput, maxDays = MAX_DAYS): TermsResult {
  return settle(input.expirationMode ?? current.expirationMode, input, current, input, maxDays)
}

/** The mode that the given fields mean (contract#expiration-modes). */
function inferMode({ expiresAt, expiresAfterDays }: TermsInput): ExpirationMode {
  const fixed = expiresAt !== null && expiresAt !== undefined
  const relative = expiresAfterDays !== null && expiresAfterDays !== undefined
  if (fixed && relative) return 'both'
  if (fixed) return 'fixed'
  return relative ? 'afterActivation' : 'never'
}

/** Whether the fixed limit is past already, which creating refuses with BAD_REQUEST (contract#expiration-modes). */
export function expiresInThePast(terms: Terms, now: Millis): boolean {
  return terms.expiresAt !== null && terms.expiresAt <= now
}

function settle(
  mode: ExpirationMode,
  given: TermsInput,
  kept: Omit<Terms, 'expirationMode'>,
  cleared: TermsInput = {},
  maxDays = MAX_DAYS
): TermsResult {
  const problems: FieldProblem[] = []
  const limit = <Field extends 'expiresAt' | 'expiresAfterDays'>(field: Field, wanted: boolean) => {
    const value = given[field] ?? null
    if (!wanted) {
      if (value !== null) problems.push({ field, message: `The mode ${mode} takes no ${field}` })
      return null
    }
    // An explicit null takes the limit away; it does not mean "as it was".
    const result = value ?? (cleared[field] === null ? null : kept[field])
    if (result === null) problems.push({ field, message: `The mode ${mode} needs ${field}` })
    return result
  }
  const expiresAt = limit('expiresAt', mode === 'fixed' || mode === 'both')
  const expiresAfterDays = limit('expiresAfterDays', mode === 'afterActivation' || mode === 'both')
  if (given.expiresAfterDays !== null && given.expiresAfterDays !== undefined) {
    const days = given.expiresAfterDays
    if (!Number.isInteger(days) || days < 1 || days > maxDays) {
      problems.push({ field: 'expiresAfterDays', message: `expiresAfterDays goes from 1 to ${maxDays}` })
    }
  }
  if (problems.length > 0) return { terms: null, problems }
  return { terms: { expirationMode: mode, expiresAt, expiresAfterDays }, problems: null }
}
