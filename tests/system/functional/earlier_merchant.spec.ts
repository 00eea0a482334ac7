import { test } from '@japa/runner'
import { stillWorks } from '#terminal/quickstart/earlier_merchant'
import type { Handover } from '#terminal/quickstart/handover'
import { call } from '#tests/testkit/api'
import { BASE } from '#tests/testkit/http'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { enableTotp } from '#tests/testkit/totp'

type Known = Pick<Handover, 'email' | 'password' | 'orgId' | 'productId'>

const works = (known: Known) => stillWorks(known as Handover, BASE)

test.group('the merchant of an earlier quickstart', (group) => {
  group.tap((test) => test.tags(['@once']))

  test('works while its password signs in and its product is there', async ({ assert }) => {
    const { email, orgId, productId, token } = await createMerchant()
    const known = { email, password: PASSWORD, orgId, productId }
    assert.isTrue(await works(known))
    assert.isFalse(await works({ ...known, password: 'another battery staple' }))
    assert.isFalse(await works({ ...known, email: `no-${email}` }))
    const other = await createMerchant()
    assert.isFalse(await works({ ...known, orgId: other.orgId, productId: other.productId }))
    await call('DELETE', `/v1/dashboard/products/${productId}`, { token })
    assert.isFalse(await works(known))
  })

  test('does not work once it has a second factor', async ({ assert }) => {
    const merchant = await createMerchant()
    const { email, orgId, productId } = merchant
    await enableTotp(merchant)
    assert.isFalse(await works({ email, password: PASSWORD, orgId, productId }))
  })
})
