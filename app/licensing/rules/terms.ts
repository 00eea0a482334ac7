import type { FieldProblem } from '#kernel/refusals/field_problem'
import { deny, type Verdict } from '#kernel/refusals/verdict'
import type { Millis } from '#kernel/time/millis'
import type { ExpirationMode, LicenseState } from './license.js'

/** The expiration of a license as a merchant states it (interface#creating-licenses, contract#expiration-modes). */
export type Terms = Pick<LicenseState, 'expirationMode' | 'expiresAt' | 'expiresAfterDays'>

/** The expiration fields of a request; null or absent means not given. */
export type TermsInput = {
  expirationMode?: ExpirationMode | null
  expiresAt?: Millis | null
  expiresAfterDays?: number | null
}

/** The terms that result from a request, or a problem for each invalid field. */
export type TermsVerdict = Verdict<FieldProblem[], { terms: Terms }>

/** The largest number of days that a request may give (interface#8-limits, contract#expiration-modes). */
export const MAX_DAYS = 36_500

/**
 * The largest number of days that extensions can add up to, so that every resulting moment can be written as a date.
 */
export const MAX_RELATIVE_DAYS = 2_900_000

/**
 * Returns the terms of a new license. If the mode is omitted, it is inferred from the fields. Pass a larger `maxDays`
 * for a license that may already have been extended elsewhere.
 */
export function newTerms(input: TermsInput, maxDays = MAX_DAYS): TermsVerdict {
  const mode = input.expirationMode ?? inferMode(input)
  return settle(mode, input, { expiresAt: null, expiresAfterDays: null }, {}, maxDays)
}

/**
 * Returns the terms of a license after a PATCH. Absent fields keep their value, unless the new mode does not use them.
 * If the mode is absent, the license keeps its mode, and the fields must fit it. `maxDays` as for `newTerms`.
 */
export function changedTerms(current: Terms, input: TermsInput, maxDays = MAX_DAYS): TermsVerdict {
  return settle(input.expirationMode ?? current.expirationMode, input, current, input, maxDays)
}

/** Returns whether two licenses expire by the same terms. */
export function sameTerms(one: Terms, other: Terms): boolean {
  return (
    one.expirationMode === other.expirationMode &&
    one.expiresAt === other.expiresAt &&
    one.expiresAfterDays === other.expiresAfterDays
  )
}

/** Infers the mode from the given fields (contract#expiration-modes). */
function inferMode({ expiresAt, expiresAfterDays }: TermsInput): ExpirationMode {
  const fixed = expiresAt !== null && expiresAt !== undefined
  const relative = expiresAfterDays !== null && expiresAfterDays !== undefined
  if (fixed && relative) return 'both'
  if (fixed) return 'fixed'
  return relative ? 'afterActivation' : 'never'
}

/** Returns whether the fixed limit has passed; creating refuses this with BAD_REQUEST (contract#expiration-modes). */
export function expiresInThePast(terms: Terms, now: Millis): boolean {
  return terms.expiresAt !== null && terms.expiresAt <= now
}

function settle(
  mode: ExpirationMode,
  given: TermsInput,
  kept: Omit<Terms, 'expirationMode'>,
  cleared: TermsInput = {},
  maxDays = MAX_DAYS
): TermsVerdict {
  const problems: FieldProblem[] = []
  const limit = <Field extends 'expiresAt' | 'expiresAfterDays'>(field: Field, wanted: boolean) => {
    const value = given[field] ?? null
    if (!wanted) {
      if (value !== null)
        problems.push({ field, message: `${field} is not allowed with expirationMode ${mode}` })
      return null
    }
    // An explicit null removes the limit; it does not mean "keep".
    const result = value ?? (cleared[field] === null ? null : kept[field])
    if (result === null) problems.push({ field, message: `expirationMode ${mode} needs ${field}` })
    return result
  }
  const expiresAt = limit('expiresAt', mode === 'fixed' || mode === 'both')
  const expiresAfterDays = limit('expiresAfterDays', mode === 'afterActivation' || mode === 'both')
  if (given.expiresAfterDays !== null && given.expiresAfterDays !== undefined) {
    const days = given.expiresAfterDays
    if (!Number.isInteger(days) || days < 1 || days > maxDays) {
      problems.push({ field: 'expiresAfterDays', message: `expiresAfterDays must be from 1 to ${maxDays}` })
    }
  }
  if (problems.length > 0) return deny(problems)
  return { allow: true, terms: { expirationMode: mode, expiresAt, expiresAfterDays } }
}
