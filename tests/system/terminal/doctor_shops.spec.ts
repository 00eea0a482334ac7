import { test } from '@japa/runner'
import DoctorCommand from '../../../commands/doctor.js'
import { accounts } from '#config/accounts'
import type { Diagnosis } from '#system/doctor/diagnosis'
import { call } from '#tests/testkit/api'
import { runCommand } from '#tests/testkit/command'
import { openPortal } from '#tests/testkit/end_users'
import { connect, tell } from '#tests/testkit/processors'
import { createListing, createShop, shopPath } from '#tests/testkit/shops'

const PRICE = { amount: 1900, currency: 'EUR' }

/** How many listings end users cannot buy because billing is off, as the doctor says. */
async function unpayable(): Promise<number> {
  const { answer } = await runCommand(DoctorCommand)
  const { findings } = (answer.parts as Diagnosis[]).find(({ part }) => part === 'shops')!
  const [, counted = '0'] = /cannot buy ([\d,]+) /.exec(findings[0].found) ?? []
  return Number(counted.replaceAll(',', ''))
}

/** contract/10-storefront#105-orders: with billing off, no end user can order what has to be paid at once. */
test.group('the doctor about shops', () => {
  test('counts what end users see and cannot pay for', async ({ assert }) => {
    const { merchant } = await createShop()
    const { token } = merchant
    const { id: processorId } = await connect(merchant)
    await tell(processorId, 'hello', {})
    const before = await unpayable()
    const { id } = await createListing(merchant, { price: PRICE })
    await createListing(merchant, { price: PRICE, fulfilment: 'manual' })
    await createListing(merchant)
    await createListing(merchant, { price: PRICE, published: false })
    assert.equal(await unpayable(), before, 'nobody can order before the portal is on')
    await openPortal(merchant)
    assert.equal(await unpayable(), before + 1)
    accounts.billingEnabled = true
    try {
      assert.equal(await unpayable(), 0)
    } finally {
      accounts.billingEnabled = false
    }
    await call('DELETE', `${shopPath(merchant)}/listings/${id}`, { token })
    assert.equal(await unpayable(), before)
  }).timeout(60_000)
})
