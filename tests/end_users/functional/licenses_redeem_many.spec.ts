import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { newLicenseKeys } from '#licensing/store/license_keys'
import { redeemKeys } from '#end_users/actions/redeem_license'
import { createCustomer, createEndUser, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { statusAndOwner } from '#tests/testkit/own_licenses'

async function redeemAll(merchant: Merchant, endUserId: string, keys: string[]) {
  const scope = { ...merchant.scope, actor: { type: 'endUser', id: endUserId } as const }
  return transaction((trx) => redeemKeys(trx, scope, endUserId, keys, true, Date.now()))
}

test.group('licenses of an end user: several keys at once', () => {
  test('each stands for itself, and a second spelling finds what the first has done', async ({ assert }) => {
    const merchant = await createMerchant()
    const me = await createCustomer(merchant)
    const other = await createEndUser(merchant)
    const [key] = newLicenseKeys(1, null)
    const [waiting] = await seedLicenses(merchant, 1, { status: 'PENDING', key })
    const [free, mine, theirs, revoked] = await seedLicenses(merchant, 4)
    await own(me, mine.id)
    await own(other, theirs.id)
    await rows(db.connection(), `update licenses set status = 'REVOKED' where id = ?`, [revoked.id])
    const keys = [key, key.toLowerCase(), free.key, mine.key, theirs.key, revoked.key, 'NONE']
    const claims = await redeemAll(merchant, me.id, keys)
    assert.deepEqual(
      claims.map(({ licenseId, code }) => [licenseId, code]),
      [
        [waiting.id, null],
        [waiting.id, 'CONFLICT'],
        [free.id, null],
        [mine.id, 'CONFLICT'],
        [null, 'LICENSE_NOT_OWNED'],
        [null, 'LICENSE_INACTIVE'],
        [null, 'LICENSE_NOT_FOUND'],
      ]
    )
    assert.deepEqual(
      claims.map(({ licenseKey }) => licenseKey),
      keys
    )
    assert.deepEqual(await statusAndOwner(waiting.id), { status: 'ACTIVE', owner: me.id })
    assert.deepEqual(await statusAndOwner(free.id), { status: 'ACTIVE', owner: me.id })
    assert.deepEqual(await statusAndOwner(theirs.id), { status: 'ACTIVE', owner: other.id })
  })
})
