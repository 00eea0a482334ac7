import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import CreateAccount from '#accounts/actions/create_account'
import SetPlan from '#accounts/actions/set_plan'
import SetUpMerchant from '#catalog/actions/set_up_merchant'
import { limits } from '#config/limits'
import { newId } from '#kernel/secrets/ids'
import { firstRow } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createApiKey, createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'

async function planOf(userId: string) {
  const user = await firstRow<{ plan: string }>(db.connection(), 'select plan from users where id = ?', [
    userId,
  ])
  return user!.plan
}

test.group('plans', () => {
  test('whoever signs up gets the default plan, the first merchant of a deployment enterprise', async ({
    assert,
    cleanup,
  }) => {
    const before = limits.defaultPlan
    cleanup(() => void (limits.defaultPlan = before))
    const accounts = await app.container.make(CreateAccount)
    const signUp = () => accounts.execute({ email: `${newId()}@example.com`, password: PASSWORD })
    assert.equal(await planOf((await signUp()).userId), 'free')
    limits.defaultPlan = 'pro'
    assert.equal(await planOf((await signUp()).userId), 'pro')
    const setUp = await app.container.make(SetUpMerchant)
    const first = { email: `${newId()}@example.com`, password: PASSWORD, orgName: 'A', productName: 'B' }
    assert.equal(await planOf((await setUp.execute(first)).userId), 'enterprise')
    const limited = { ...first, email: `${newId()}@example.com`, plan: 'business' } as const
    assert.equal(await planOf((await setUp.execute(limited)).userId), 'business')
  })

  test('a new plan changes the limit of the keys within a second', async ({ assert, cleanup }) => {
    const before = limits.keyPerMinute.business
    limits.keyPerMinute.business = 4321
    cleanup(() => void (limits.keyPerMinute.business = before))
    const merchant = await createMerchant()
    const { key } = await createApiKey(merchant, ['license:read'])
    const limitOf = async () => {
      const { headers } = await call('GET', '/v1/whoami', { apiKey: key })
      return headers.get('x-ratelimit-limit-key')
    }
    assert.notEqual(await limitOf(), '4321')
    await new SetPlan().execute(merchant.email.toUpperCase(), 'business')
    await until('the key has the limit of its new plan', async () => (await limitOf()) === '4321')
    const line = await firstRow<{ data: object }>(
      db.connection(),
      `select data from audit_entries where org_id = ? and action = 'user.plan_set'`,
      [merchant.orgId]
    )
    assert.deepEqual(line!.data, { plan: 'business' })
  })
})
