import { test } from '@japa/runner'
import { DAY } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import type { ImportRow } from '#operations/transfer/import_row'
import { importSteps } from '#operations/transfer/import_steps'
import { stepsCode } from '#operations/transfer/steps_problem'
import { born } from '#tests/testkit/license_steps'

const NOW = Date.parse('2026-01-01T00:00:00.000Z')

/** The events of an import on a license, or the code with which it refuses the row. */
function steps(before: LicenseState, said: Partial<ImportRow>) {
  const way = importSteps(before, { key: 'KEY', productId: null, notNew: null, ...said }, [], NOW)
  return way.allow ? way.steps.map(({ event, after }) => [event, after.status]) : stepsCode(way.reason)
}

test.group('a license that an import made EXPIRED before its limit', () => {
  test(
    '{expirationMode}: a row that repeats it changes nothing; one without a status revives it, as a PATCH does'
  )
    .with([
      { expirationMode: 'never' },
      { expirationMode: 'afterActivation', expiresAfterDays: 30 },
      { expirationMode: 'fixed', expiresAt: NOW + 3 * DAY },
    ] as const)
    .run(({ assert }, expiry) => {
      const made = born({ status: 'ACTIVE', mode: 'never', fixedIn: 1, days: 1 }, NOW)
      const before: LicenseState = { ...made, ...expiry, status: 'EXPIRED', activatedAt: null }
      assert.deepEqual(steps(before, { status: 'EXPIRED' }), [])
      assert.deepEqual(steps(before, { status: 'EXPIRED', expiry }), [])
      assert.deepEqual(steps(before, { expiry }), [['license.updated', 'ACTIVE']])
      const longer = { expirationMode: 'fixed', expiresAt: NOW + 9 * DAY } as const
      assert.equal(steps(before, { status: 'EXPIRED', expiry: longer }), 'CONFLICT')
    })
})
