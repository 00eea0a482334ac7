import { test } from '@japa/runner'
import { LICENSE_STATUSES } from '#licensing/rules/license'
import { expiryWords } from '../../../resources/portal/src/screens/licenses/expiry_words.js'

const AT = '2027-06-01T00:00:00.000Z'
const MODES = ['never', 'fixed', 'afterActivation', 'both'] as const

/** The words for each status in turn. */
const words = (expirationMode: (typeof MODES)[number], effectiveExpiresAt: string | null, frozen = false) =>
  Object.fromEntries(
    LICENSE_STATUSES.map((status) => [
      status,
      expiryWords({ status, frozen, expirationMode, effectiveExpiresAt }, Date.parse(AT) - 1000)?.join(' '),
    ])
  )

test.group('the portal says of a license', () => {
  test('that it is valid only while it can be used', ({ assert }) => {
    const rest = { REVOKED: undefined, EXPIRED: `Expired ${AT}` }
    const valid = { PENDING: `Valid until ${AT}`, ACTIVE: `Valid until ${AT}`, ...rest }
    assert.deepEqual(words('fixed', AT), { ...valid, SUSPENDED: `Expires ${AT}` })
    assert.deepEqual(words('afterActivation', AT), { ...valid, SUSPENDED: 'Expiry paused' })
    // Only one of its two limits is paused, and the portal does not know which of them comes first.
    assert.deepEqual(words('both', AT), { ...valid, SUSPENDED: undefined })
  })

  test('that it expired once its date has passed, also while it is suspended', ({ assert }) => {
    const at = { effectiveExpiresAt: AT, expirationMode: 'fixed' as const, frozen: false }
    assert.deepEqual(expiryWords({ ...at, status: 'SUSPENDED' }, Date.parse(AT)), ['Expired', AT])
  })

  test('nothing about the expiry of a revoked license', ({ assert }) => {
    for (const mode of MODES)
      for (const frozen of [true, false]) assert.isUndefined(words(mode, null, frozen).REVOKED, mode)
  })

  test('when its time has not begun, or stands still', ({ assert }) => {
    assert.equal(words('never', null).ACTIVE, 'Never expires')
    assert.equal(words('afterActivation', null).PENDING, 'Starts with the first use')
    assert.equal(words('fixed', AT, true).ACTIVE, 'Expiry paused')
  })
})
