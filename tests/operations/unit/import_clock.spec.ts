import { test } from '@japa/runner'
import { DAY } from '#kernel/time/millis'
import { effectiveExpiresAt, frozenDaysRemaining } from '#licensing/rules/expiry_clock'
import type { LicenseState } from '#licensing/rules/license'
import type { ImportRow } from '#operations/transfer/import_row'
import { importSteps } from '#operations/transfer/import_steps'
import { importedState } from '#operations/transfer/imported_license'
import type { ImportStep } from '#operations/transfer/step_list'
import { stepsCode } from '#operations/transfer/steps_problem'
import { born } from '#tests/testkit/license_steps'

const START = Date.parse('2026-01-01T00:00:00.000Z')
const NOW = START + 10 * DAY

const ACTIVE: LicenseState = born({ status: 'ACTIVE', mode: 'never', fixedIn: 1, days: 1 }, START)
const EXPIRED: LicenseState = { ...ACTIVE, status: 'EXPIRED', expirationMode: 'fixed', expiresAt: START }

function steps(before: LicenseState, said: Partial<ImportRow>) {
  const way = importSteps(before, { key: 'KEY', productId: null, notNew: null, ...said }, [], NOW)
  return way.allow ? way.steps : { code: stepsCode(way.reason) }
}

test.group('what an import makes of the clock of a license', () => {
  test('an EXPIRED license is ACTIVE again once its activation, or its pauses, put the expiry in the future', ({
    assert,
  }) => {
    const relative = { expirationMode: 'afterActivation', expiresAfterDays: 7 } as const
    const before: LicenseState = { ...EXPIRED, expiresAt: null, ...relative, activatedAt: START }
    for (const said of [{ activatedAt: NOW - DAY }, { pausedMs: 9 * DAY }]) {
      const found = steps(before, said)
      assert.containSubset(found, [{ event: 'license.updated', after: { status: 'ACTIVE', ...said } }])
      assert.containSubset(steps(before, { ...said, status: 'EXPIRED' }), { code: 'CONFLICT' })
    }
    const still = steps(before, { activatedAt: START - DAY })
    assert.containSubset(still, [{ after: { status: 'EXPIRED', activatedAt: START - DAY } }])
  })

  test('a freeze of the past stops the clock when the row says, though the limit has passed since', ({
    assert,
  }) => {
    const expiry = { expirationMode: 'fixed', expiresAt: START + 5 * DAY } as const
    const frozen = { frozen: true, frozenAt: START + DAY, expiry } as const
    for (const before of [ACTIVE, { ...ACTIVE, ...expiry }, EXPIRED]) {
      const found = steps(before, { status: 'ACTIVE', ...frozen })
      assert.isArray(found, JSON.stringify(found))
      const end = (found as ImportStep[]).at(-1)!.after
      assert.containSubset(end, { status: 'ACTIVE', frozenAt: START + DAY, pausedSince: START + DAY })
      assert.equal(effectiveExpiresAt(end, NOW), NOW + 4 * DAY)
    }
    const over = { ...frozen, frozenAt: START + 6 * DAY }
    assert.containSubset(steps(ACTIVE, over), { code: 'CONFLICT' })
  })

  test('another moment of a freeze moves the clock, as if the row had made the license', ({ assert }) => {
    const expiresAt = START + 30 * DAY
    const terms = { expirationMode: 'fixed', expiresAt, expiresAfterDays: null } as const
    const had = { ...ACTIVE, ...terms, frozenAt: START + DAY, pausedSince: START + DAY }
    for (const at of [START, START + 5 * DAY]) {
      const row = { status: 'ACTIVE', frozen: true, frozenAt: at } as const
      for (const expiry of [undefined, { expiresAt }, { expiresAt: expiresAt + DAY }]) {
        const end = (steps(had, { ...row, expiry }) as ImportStep[]).at(-1)!.after
        const made = importedState(
          { key: 'KEY', productId: null, notNew: null, ...row, terms: { ...terms, ...expiry } },
          NOW
        )
        assert.deepEqual([end.frozenAt, end.pausedSince], [at, at])
        assert.equal(frozenDaysRemaining(end), frozenDaysRemaining({ ...ACTIVE, ...made }))
      }
    }
    const over = { ...had, expiresAt: START + 4 * DAY }
    assert.containSubset(steps(over, { frozen: true, frozenAt: START + 5 * DAY }), { code: 'CONFLICT' })
  })

  test('another moment of a suspension moves the clock too', ({ assert }) => {
    const relative = { expirationMode: 'afterActivation', expiresAt: null, expiresAfterDays: 7 } as const
    const since = { suspendedAt: START + 2 * DAY, pausedSince: START + 2 * DAY }
    const had: LicenseState = { ...ACTIVE, ...relative, activatedAt: START, status: 'SUSPENDED', ...since }
    const found = steps(had, { status: 'SUSPENDED', suspendedAt: START + 3 * DAY })
    const end = (found as ImportStep[]).at(-1)!.after
    assert.equal(end.pausedSince, START + 3 * DAY)
    assert.equal(effectiveExpiresAt(end, NOW), NOW + 4 * DAY)
  })
})
