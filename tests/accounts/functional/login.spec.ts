import { test } from '@japa/runner'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'

test.group('login', () => {
  test('gives the user and two tokens', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const response = await client
      .post('/v1/auth/login')
      .json({ email: merchant.email.toUpperCase(), password: PASSWORD })
    response.assertStatus(200)
    const { data } = response.body()
    assert.deepEqual(data.user, { id: merchant.userId, email: merchant.email, emailVerified: false })
    const me = await client.get('/v1/dashboard/me').bearerToken(data.tokens.accessToken)
    assert.equal(me.body().data.orgs[0].id, merchant.orgId)
    assert.equal(me.body().data.orgs[0].role, 'OWNER')
  })

  test('refuses a wrong password and an unknown address alike', async ({ client }) => {
    const merchant = await createMerchant()
    for (const email of [merchant.email, 'nobody@example.com']) {
      const response = await client.post('/v1/auth/login').json({ email, password: 'wrong password' })
      response.assertStatus(401)
      response.assertBodyContains({ ok: false, error: { code: 'UNAUTHORIZED' } })
    }
  })
})
