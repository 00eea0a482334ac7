import { test } from '@japa/runner'
import fc from 'fast-check'
import { changeStatus, changeTerms, expire, freeze, unfreeze, type Decision } from '#licensing/rules/changes'
import type { LicenseState, LicenseStatus } from '#licensing/rules/license'
import { EXPIRATION_MODES, LICENSE_STATUSES } from '#licensing/rules/license'
import { changedTerms } from '#licensing/rules/terms'
import type { ImportRow } from '#operations/transfer/import_row'
import { importSteps } from '#operations/transfer/import_steps'
import { stepsCode, stepsMessage } from '#operations/transfer/steps_problem'
import { birth, born, doStep, step } from '#tests/testkit/license_steps'

const DAY = 86_400_000
const START = Date.parse('2026-01-01T00:00:00.000Z')
const NOW = START + 10 * DAY
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000)

const FUTURE = { expirationMode: 'fixed', expiresAt: NOW + 3 * DAY } as const
const PAST = { expirationMode: 'fixed', expiresAt: START } as const

function license(status: LicenseStatus, frozen = false): LicenseState {
  const made = born({ status: 'ACTIVE', mode: 'never', fixedIn: 1, days: 1 }, START)
  const frozenAt = frozen ? START : null
  const suspendedAt = status === 'SUSPENDED' ? START + DAY : null
  const terms = status === 'EXPIRED' ? PAST : {}
  return { ...made, ...terms, status, frozenAt, suspendedAt, pausedSince: frozenAt ?? suspendedAt }
}

function steps(before: LicenseState, said: Partial<ImportRow>, others: string[] = [], now = NOW) {
  const way = importSteps(before, { key: 'KEY', productId: null, notNew: null, ...said }, others, now)
  if (way.allow) return way.steps
  return { code: stepsCode(way.reason), message: stepsMessage(way.reason) }
}

test.group('what an import makes of a license', () => {
  test('{0} {1} by {2}: {3}')
    .with([
      ['ACTIVE', false, { status: 'REVOKED' }, ['license.revoked']],
      ['PENDING', false, { status: 'REVOKED' }, ['license.revoked']],
      ['SUSPENDED', true, { status: 'REVOKED' }, ['license.revoked']],
      ['REVOKED', false, { status: 'ACTIVE' }, ['license.unrevoked']],
      ['REVOKED', false, { status: 'SUSPENDED' }, ['license.unrevoked', 'license.suspended']],
      ['ACTIVE', false, { status: 'SUSPENDED' }, ['license.suspended']],
      ['SUSPENDED', false, { status: 'ACTIVE' }, ['license.unsuspended']],
      ['SUSPENDED', false, { status: 'EXPIRED', expiry: PAST }, ['license.unsuspended', 'license.updated']],
      ['PENDING', false, { status: 'ACTIVE' }, ['license.updated']],
      ['PENDING', false, { status: 'SUSPENDED' }, ['license.updated', 'license.suspended']],
      ['ACTIVE', false, { status: 'EXPIRED', expiry: PAST }, ['license.updated']],
      ['EXPIRED', false, { status: 'ACTIVE', expiry: FUTURE }, ['license.updated']],
      ['EXPIRED', false, { expiry: FUTURE }, ['license.updated']],
      ['EXPIRED', false, { status: 'EXPIRED' }, []],
      ['EXPIRED', false, { status: 'REVOKED' }, ['license.revoked']],
      ['ACTIVE', false, { frozen: true }, ['license.frozen']],
      ['ACTIVE', true, { frozen: true }, []],
      ['ACTIVE', true, { frozen: false }, ['license.unfrozen']],
      ['SUSPENDED', true, { frozen: false }, ['license.unfrozen']],
      ['ACTIVE', true, { status: 'EXPIRED', expiry: PAST }, ['license.updated']],
      [
        'ACTIVE',
        true,
        { frozen: false, status: 'EXPIRED', expiry: PAST },
        ['license.unfrozen', 'license.updated'],
      ],
      ['ACTIVE', false, { frozen: true, status: 'SUSPENDED' }, ['license.frozen', 'license.suspended']],
      ['SUSPENDED', false, { frozen: true, status: 'ACTIVE' }, ['license.unsuspended', 'license.frozen']],
      ['PENDING', false, { frozen: true, status: 'ACTIVE' }, ['license.updated', 'license.frozen']],
      [
        'EXPIRED',
        false,
        { frozen: true, status: 'ACTIVE', expiry: FUTURE },
        ['license.updated', 'license.frozen'],
      ],
      [
        'REVOKED',
        false,
        { frozen: true, status: 'SUSPENDED' },
        ['license.unrevoked', 'license.frozen', 'license.suspended'],
      ],
    ] as [LicenseStatus, boolean, Partial<ImportRow>, string[]][])
    .run(({ assert }, [status, frozen, said, expected]) => {
      const found = steps(license(status, frozen), said)
      assert.isArray(found, JSON.stringify(found))
      assert.deepEqual(
        (found as { event: string }[]).map(({ event }) => event),
        expected
      )
    })

  test('{0} {1} by {2} is refused with {3}')
    .with([
      ['ACTIVE', true, { status: 'PENDING' }, 'CONFLICT'],
      ['ACTIVE', true, { status: 'EXPIRED' }, 'CONFLICT'],
      ['ACTIVE', false, { status: 'EXPIRED' }, 'CONFLICT'],
      ['SUSPENDED', false, { status: 'EXPIRED' }, 'CONFLICT'],
      ['SUSPENDED', true, { status: 'EXPIRED' }, 'CONFLICT'],
      ['REVOKED', true, { status: 'PENDING' }, 'CONFLICT'],
      ['PENDING', false, { frozen: true }, 'CONFLICT'],
      ['EXPIRED', false, { status: 'ACTIVE' }, 'CONFLICT'],
      ['EXPIRED', false, { status: 'ACTIVE', expiry: PAST }, 'CONFLICT'],
      ['EXPIRED', false, { status: 'SUSPENDED' }, 'CONFLICT'],
      ['EXPIRED', false, { status: 'EXPIRED', expiry: FUTURE }, 'CONFLICT'],
      ['EXPIRED', false, { frozen: true }, 'CONFLICT'],
      ['EXPIRED', false, { frozen: true, expiry: PAST }, 'CONFLICT'],
      ['EXPIRED', false, { frozen: true, status: 'EXPIRED', frozenAt: START }, 'CONFLICT'],
      ['ACTIVE', false, { frozen: true, expiry: PAST }, 'CONFLICT'],
      ['SUSPENDED', false, { frozen: true }, 'CONFLICT'],
      ['REVOKED', false, { frozen: true }, 'CONFLICT'],
      ['EXPIRED', false, { frozen: true, status: 'REVOKED' }, 'CONFLICT'],
      ['ACTIVE', false, { status: 'PENDING' }, 'CONFLICT'],
      ['ACTIVE', false, { expiry: { expiresAt: NOW + DAY } }, 'VALIDATION_ERROR'],
      ['ACTIVE', false, { expiry: { expirationMode: 'both', expiresAt: NOW + DAY } }, 'VALIDATION_ERROR'],
    ] as [LicenseStatus, boolean, Partial<ImportRow>, string][])
    .run(({ assert }, [status, frozen, said, code]) => {
      const found = steps(license(status, frozen), said)
      assert.isNotArray(found, JSON.stringify(found))
      assert.containSubset(found, { code })
    })

  test('other fields are one license.updated beside the move, which keeps its own fields', ({ assert }) => {
    const before = license('ACTIVE')
    const found = steps(before, { expiry: FUTURE, frozen: true }, ['metadata'])
    assert.containSubset(found, [
      {
        event: 'license.updated',
        payload: { licenseId: before.id, fields: ['expirationMode', 'expiresAt', 'metadata'] },
      },
      {
        event: 'license.frozen',
        payload: {
          licenseId: before.id,
          productId: before.productId,
          frozenAt: new Date(NOW).toISOString(),
          frozenDaysRemaining: 3,
        },
      },
    ])
  })

  test('a suspension credits nothing to the fixed limit, whatever follows it', ({ assert }) => {
    const made = born({ status: 'ACTIVE', mode: 'fixed', fixedIn: 200 * DAY, days: 1 }, START)
    const suspended = after(changeStatus(made, 'suspend', START))
    const frozen = last(suspended, { status: 'ACTIVE', frozen: true }, START + 90 * DAY)
    const free = last(frozen, { frozen: false }, START + 91 * DAY)
    assert.equal(free.expiresAt, made.expiresAt! + DAY)
  })
})

const said = fc.record(
  {
    status: fc.constantFrom(...LICENSE_STATUSES),
    frozen: fc.boolean(),
    expiry: fc.record(
      {
        expirationMode: fc.constantFrom(...EXPIRATION_MODES),
        fixedIn: fc.integer({ min: -5 * DAY, max: 60 * DAY }),
        expiresAfterDays: fc.integer({ min: 1, max: 60 }),
      },
      { requiredKeys: [] }
    ),
  },
  { requiredKeys: [] }
)

test.group('an update by import', () => {
  test(`goes exactly the ways of the routes (SEED=${SEED})`, ({ assert }) => {
    let reached = 0
    fc.assert(
      fc.property(
        birth,
        fc.array(step, { maxLength: 12 }),
        fc.nat(30 * DAY),
        said,
        (made, life, later, asked) => {
          let now = START
          let state = born(made, now)
          for (const one of life) {
            now += one.wait
            state = doStep(state, one, now) ?? state
          }
          now += later
          const { fixedIn, ...rest } = asked.expiry ?? {}
          const expiry = asked.expiry && {
            ...rest,
            ...(fixedIn !== undefined && { expiresAt: now + fixedIn }),
          }
          const row: Partial<ImportRow> = {
            status: asked.status,
            frozen: asked.frozen,
            ...(expiry && Object.keys(expiry).length > 0 && { expiry }),
          }
          const found = steps(state, row, [], now)
          const expected = byRoutes(state, row, now)
          const label = JSON.stringify({ state, row, found, expected })
          assert.equal(Array.isArray(found), expected !== null, label)
          if (!Array.isArray(found)) return
          if (found.length > 0) reached++
          const end = found.at(-1)?.after ?? state
          assert.deepEqual({ ...end, revision: 0 }, { ...expected!, revision: 0 }, label)
          assert.equal(end.revision, state.revision + found.length)
          for (const [at, one] of found.entries()) assert.equal(one.after.revision, state.revision + at + 1)
          assert.isFalse(end.frozenAt !== null && ['PENDING', 'EXPIRED'].includes(end.status))
        }
      ),
      { numRuns: 4000, seed: SEED }
    )
    assert.isAbove(reached, 500)
  })
})

/** Makes the routes' calls in the documented order; null if one refuses, or if the status is not reached. */
function byRoutes(before: LicenseState, row: Partial<ImportRow>, now: number): LicenseState | null {
  const { status: to, frozen, expiry } = row
  let state = before
  const call = (decision: Decision | null) => {
    if (decision?.outcome === 'failed') throw new Error('refused')
    if (decision?.outcome === 'changed') state = decision.after
  }
  try {
    if (frozen === false) call(unfreeze(state, now))
    if (to && to !== 'REVOKED' && state.status === 'REVOKED') call(changeStatus(state, 'unrevoke', now))
    if (to && to !== 'REVOKED' && to !== 'SUSPENDED' && state.status === 'SUSPENDED') {
      call(changeStatus(state, 'unsuspend', now))
    }
    if (expiry) {
      const verdict = changedTerms(state, expiry)
      if (!verdict.allow) return null
      call(changeTerms(state, verdict.terms, expiry.expiresAt !== undefined, now))
    }
    if (to && !['PENDING', 'REVOKED'].includes(to) && state.status === 'PENDING') {
      call(changeStatus(state, 'redeem', now))
    }
    if (to === 'EXPIRED') call(expire(state, now))
    if (frozen) call(freeze(state, now))
    if (to === 'SUSPENDED' && state.status !== to) call(changeStatus(state, 'suspend', now))
    if (to === 'REVOKED') call(changeStatus(state, 'revoke', now))
  } catch {
    return null
  }
  return to === undefined || state.status === to ? state : null
}

function after(decision: Decision): LicenseState {
  if (decision.outcome !== 'changed') throw new Error(JSON.stringify(decision))
  return decision.after
}

function last(before: LicenseState, row: Partial<ImportRow>, now: number): LicenseState {
  const found = steps(before, row, [], now)
  if (!Array.isArray(found)) throw new Error(found.message)
  return found.at(-1)!.after
}
