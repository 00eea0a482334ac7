import { test } from '@japa/runner'
import { LICENSE_STATUSES } from '#licensing/rules/license'
import { isExpiryPaused } from '../../../resources/console/src/screens/licenses/expiry_pause.js'

const FIXED = '2027-01-01T00:00:00.000Z'
const RELATIVE = '2026-12-30T00:00:00.000Z'

/** A license whose expiry is `effective`. */
const license = (
  expirationMode: 'never' | 'fixed' | 'afterActivation' | 'both',
  effective: string | null
) => ({
  status: 'SUSPENDED' as (typeof LICENSE_STATUSES)[number],
  frozen: false,
  expirationMode,
  expiresAt: expirationMode === 'fixed' || expirationMode === 'both' ? FIXED : null,
  effectiveExpiresAt: effective,
})

test.group('the expiry of a license', () => {
  test('is paused by a suspension only if it counts from the first use', ({ assert }) => {
    assert.isTrue(isExpiryPaused(license('afterActivation', RELATIVE)))
    assert.isTrue(isExpiryPaused(license('both', RELATIVE)))
    assert.isFalse(isExpiryPaused(license('both', FIXED)))
    assert.isFalse(isExpiryPaused(license('fixed', FIXED)))
    assert.isFalse(isExpiryPaused(license('afterActivation', null)))
    assert.isFalse(isExpiryPaused(license('never', null)))
  })

  test('runs in every other status, and is always paused by a freeze', ({ assert }) => {
    for (const status of LICENSE_STATUSES) {
      const one = { ...license('afterActivation', RELATIVE), status }
      assert.equal(isExpiryPaused(one), status === 'SUSPENDED', status)
      assert.isTrue(isExpiryPaused({ ...one, frozen: true }), status)
      assert.isTrue(isExpiryPaused({ ...license('fixed', FIXED), status, frozen: true }), status)
    }
    assert.isFalse(isExpiryPaused({ ...license('never', null), frozen: true }))
  })
})
