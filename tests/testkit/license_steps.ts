import fc from 'fast-check'
import { changeStatus, changeTerms, expire, extend, freeze, unfreeze } from '#licensing/rules/changes'
import { expiredBy } from '#licensing/rules/expiry_clock'
import { EXPIRATION_MODES, type LicenseState } from '#licensing/rules/license'
import { changedTerms, newTerms, type TermsInput, type TermsVerdict } from '#licensing/rules/terms'
import type { Step } from './clock_model.js'

const DAY = 86_400_000
const wait = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 40 * DAY }))
const fixedIn = fc.integer({ min: -5 * DAY, max: 60 * DAY })
const days = fc.integer({ min: 1, max: 60 })
const mode = fc.constantFrom(...EXPIRATION_MODES)

/** A new license: its status and its terms. */
export const birth = fc.record({
  status: fc.constantFrom('ACTIVE' as const, 'ACTIVE' as const, 'PENDING' as const),
  mode,
  fixedIn: fc.integer({ min: 1, max: 60 * DAY }),
  days,
})

/** One event in the life of a license. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: simple(['activate', 'freeze', 'unfreeze', 'suspend', 'unsuspend']) },
  { weight: 3, arbitrary: simple(['revoke', 'unrevoke', 'redeem', 'expire', 'expire']) },
  { weight: 2, arbitrary: fc.record({ wait, does: fc.constant('extend' as const), days }) },
  {
    weight: 2,
    arbitrary: fc.record({
      wait,
      does: fc.constant('terms' as const),
      mode,
      fixedIn,
      days,
      keepFixed: fc.boolean(),
    }),
  }
)

function simple(does: readonly string[]): fc.Arbitrary<Step> {
  return fc.record({ wait, does: fc.constantFrom(...does) }) as fc.Arbitrary<Step>
}

/** The state of a license that is made at `now`. */
export function born(made: { status: 'ACTIVE' | 'PENDING' } & Terms, now: number): LicenseState {
  return {
    id: '0199a1b2-0000-7000-8000-000000000001',
    orgId: '0199a1b2-0000-7000-8000-000000000002',
    productId: '0199a1b2-0000-7000-8000-000000000003',
    key: 'KEY',
    tierId: null,
    status: made.status,
    ...termsOf(newTerms(stated(made, now))),
    activatedAt: null,
    frozenAt: null,
    suspendedAt: null,
    pausedSince: null,
    pausedMs: 0,
    revision: 1,
  }
}

/** The terms of a verdict, which must allow them. */
function termsOf(verdict: TermsVerdict) {
  if (!verdict.allow) throw new Error(`Refused terms: ${JSON.stringify(verdict.reason)}`)
  return verdict.terms
}

/** Does a step with the rules that the service uses; null if they refuse it or there is nothing to do. */
export function doStep(state: LicenseState, step: Step, now: number): LicenseState | null {
  if (step.does === 'activate') return activated(state, now)
  const decision = decide(state, step, now)
  return decision?.outcome === 'changed' ? decision.after : null
}

/** The change that authorize makes on its first success; a frozen license authorizes too (contract#the-clock). */
function activated(state: LicenseState, now: number): LicenseState | null {
  if (state.status !== 'ACTIVE' || state.activatedAt !== null || expiredBy(state, now)) return null
  return { ...state, activatedAt: now, revision: state.revision + 1 }
}

function decide(state: LicenseState, step: Step, now: number) {
  switch (step.does) {
    case 'activate':
      return null
    case 'freeze':
      return freeze(state, now)
    case 'unfreeze':
      return unfreeze(state, now)
    case 'expire':
      return expire(state, now)
    case 'extend':
      return extend(state, step.days, now)
    case 'terms': {
      const input = stated(step, now)
      if (step.keepFixed && state.expiresAt !== null) delete input.expiresAt
      return changeTerms(state, termsOf(changedTerms(state, input)), input.expiresAt !== undefined, now)
    }
    default:
      return changeStatus(state, step.does, now)
  }
}

type Terms = { mode: (typeof EXPIRATION_MODES)[number]; fixedIn: number; days: number }

/** The terms as a request states them: an absolute date, days, and only the fields that the mode accepts. */
function stated({ mode, fixedIn, days }: Terms, now: number): TermsInput {
  return {
    expirationMode: mode,
    ...((mode === 'fixed' || mode === 'both') && { expiresAt: now + fixedIn }),
    ...((mode === 'afterActivation' || mode === 'both') && { expiresAfterDays: days }),
  }
}
