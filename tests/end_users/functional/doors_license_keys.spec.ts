import { test } from '@japa/runner'
import { knock } from '#tests/testkit/doors'
import { openPortal } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { lowered } from '#tests/testkit/limits'
import { createMerchant } from '#tests/testkit/merchant'

/** contract/09-end-users#98-abuse */
test.group('guesses at the door of license keys', () => {
  test('are counted whether or not the right key comes in between, which itself costs nothing', async ({
    assert,
  }) => {
    using _ = lowered({ endUserLoginPer15Minutes: 4 })
    const merchant = await createMerchant()
    await openPortal(merchant, { signIn: { licenseKey: true } })
    const [license] = await seedLicenses(merchant, 1)
    const enter = async (licenseKey: string) =>
      (await knock('license-key', { orgId: merchant.orgId, licenseKey })).status
    for (let times = 0; times < 6; times++) assert.equal(await enter(license.key), 200)
    for (let guess = 0; guess < 3; guess++) {
      assert.equal(await enter(`GUESS-${guess}`), 401)
      assert.equal(await enter(license.key), 200)
    }
    assert.equal(await enter('GUESS-3'), 401)
    assert.equal(await enter('GUESS-4'), 429)
    assert.equal(await enter(license.key), 429)
  })
})
