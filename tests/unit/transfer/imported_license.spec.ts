import { test } from '@japa/runner'
import { changeTerms, freeze } from '#domain/license/changes'
import { effectiveExpiresAt } from '#domain/license/expiry_clock'
import type { LicenseState } from '#domain/license/license'
import { newTerms } from '#domain/license/terms'
import { updatedState } from '#domain/transfer/imported_license'
import { born } from '#tests/support/license_steps'

const DAY = 86_400_000
const START = Date.parse('2026-01-01T00:00:00.000Z')

function frozenLicense(): LicenseState {
  const made = born({ status: 'ACTIVE', mode: 'both', fixedIn: 30 * DAY, days: 60 }, START)
  const decision = freeze({ ...made, activatedAt: START }, START + DAY)
  if (decision.outcome !== 'changed') throw new Error('not frozen')
  return decision.after
}

test.group('an expiry that is imported during a freeze', () => {
  test('means what it says, as it does in a PATCH', ({ assert }) => {
    const before = frozenLicense()
    const now = START + 11 * DAY
    const { terms } = newTerms({ expiresAt: now + 5 * DAY, expiresAfterDays: 60 })
    const imported = updatedState(before, { key: before.key, productId: null, terms: terms! }, now)
    assert.equal(effectiveExpiresAt(imported, now), now + 5 * DAY)
    const patched = changeTerms(before, terms!, true, now)
    assert.equal(patched?.outcome, 'changed')
    if (patched?.outcome === 'changed') assert.deepEqual({ ...patched.after, revision: 2 }, imported)
  })

  test('comes with its own clock in an export', ({ assert }) => {
    const before = frozenLicense()
    const now = START + 11 * DAY
    const { expirationMode, expiresAt, expiresAfterDays, frozenAt, pausedSince, pausedMs } = before
    const row = {
      key: before.key,
      productId: null,
      terms: { expirationMode, expiresAt, expiresAfterDays },
      frozen: true,
      frozenAt: frozenAt!,
      pausedSince: pausedSince!,
      pausedMs,
    }
    assert.deepEqual(updatedState(before, row, now), before)
  })
})
