import { test } from '@japa/runner'
import fc from 'fast-check'
import { changeStatus, changeTerms, freeze, unfreeze, type Decision } from '#licensing/rules/changes'
import { effectiveExpiresAt, expiredBy, frozenDaysRemaining, sweepAt } from '#licensing/rules/expiry_clock'
import type { LicenseState } from '#licensing/rules/license'
import { ClockModel } from '#tests/testkit/clock_model'
import { birth, born, doStep, step } from '#tests/testkit/license_steps'

const DAY = 86_400_000
const START = Date.parse('2026-01-01T00:00:00.000Z')
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000)

test.group('the clock of a license against a model of hourglasses', () => {
  test(`2,000 random lives keep every millisecond (SEED=${SEED})`, ({ assert }) => {
    fc.assert(
      fc.property(
        birth,
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.nat(3 * DAY),
        (made, life, late) => {
          let now = START
          let state = born(made, now)
          const model = new ClockModel(made.status, made.mode, made.fixedIn, made.days)
          for (const one of life) {
            now += one.wait
            model.pass(one.wait)
            const label = JSON.stringify({ one, state })
            const next = doStep(state, one, now)
            const done = model.apply(one)
            // Terms that equal the current ones change nothing; the model does not distinguish this case.
            if (one.does !== 'terms') assert.equal(next !== null, done, label)
            if (next) assert.equal(next.revision, state.revision + 1)
            state = next ?? state
            check(state, model, now, label)
          }
          model.pass(late)
          check(state, model, now + late, 'later')
        }
      ),
      { numRuns: 2000, seed: SEED }
    )
  })

  function check(state: LicenseState, model: ClockModel, now: number, label: string) {
    const left = model.left()
    const limit = effectiveExpiresAt(state, now)
    const agree =
      state.status === model.status &&
      (state.frozenAt !== null) === model.frozen &&
      (limit === null ? left === null : left !== null && limit - now === left) &&
      (expiredBy(state, now) !== null) === (left !== null && left <= 0) &&
      frozenDaysRemaining(state) === daysLeft(model)
    if (!agree) {
      throw new Error(
        `${label}\nmodel: ${JSON.stringify({ ...model, left })}\nlimit-now: ${limit && limit - now}`
      )
    }
    holdsInvariants(state)
  }

  function daysLeft(model: ClockModel): number | null {
    if (!model.frozen) return null
    const left = model.left()
    return left === null ? model.days : Math.max(0, Math.round((left / DAY) * 100) / 100)
  }
})

/** Asserts the constraints of the database, and the invariants that the sweep relies on. */
function holdsInvariants(state: LicenseState) {
  const { expirationMode: mode, status } = state
  const sound =
    (mode === 'fixed' || mode === 'both') === (state.expiresAt !== null) &&
    (mode === 'afterActivation' || mode === 'both') === (state.expiresAfterDays !== null) &&
    (status === 'SUSPENDED') === (state.suspendedAt !== null) &&
    (status === 'SUSPENDED' || state.frozenAt !== null) === (state.pausedSince !== null) &&
    !(state.frozenAt !== null && (status === 'EXPIRED' || status === 'PENDING')) &&
    state.pausedMs >= 0 &&
    Number.isInteger(state.pausedMs)
  if (!sound) throw new Error(`illegal state: ${JSON.stringify(state)}`)
  const running = status === 'ACTIVE' && state.frozenAt === null
  const reminder = sweepAt(state)
  if (reminder !== (running ? effectiveExpiresAt(state, START) : null)) {
    throw new Error(`wrong reminder: ${JSON.stringify({ state, reminder })}`)
  }
}

test.group('the end of the calendar', () => {
  const END = Date.parse('9999-12-31T23:59:59.999Z')
  const made = { status: 'ACTIVE', mode: 'fixed', fixedIn: END - START, days: 1 } as const

  test('a freeze moves a limit no further than the last moment that can be written', ({ assert }) => {
    const frozen = stateAfter(freeze(born(made, START), START))
    assert.equal(effectiveExpiresAt(frozen, START + 10 * DAY), END)
    const unfrozen = stateAfter(unfreeze(frozen, START + 10 * DAY))
    assert.equal(unfrozen.expiresAt, END)
    assert.isNull(unfrozen.frozenAt)
  })
})

test.group('terms that a suspended license has already', () => {
  test('change nothing', ({ assert }) => {
    const made = { status: 'ACTIVE', mode: 'fixed', fixedIn: 5 * DAY, days: 1 } as const
    const suspended = stateAfter(changeStatus(born(made, START), 'suspend', START + 1))
    const { expirationMode, expiresAt, expiresAfterDays } = suspended
    const terms = { expirationMode, expiresAt, expiresAfterDays }
    assert.isNull(changeTerms(suspended, terms, true, START + DAY))
  })
})

function stateAfter(decision: Decision): LicenseState {
  if (decision.outcome !== 'changed') throw new Error(JSON.stringify(decision))
  return decision.after
}
