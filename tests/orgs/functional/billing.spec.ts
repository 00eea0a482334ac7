import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { accounts } from '#config/accounts'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Methods of requests without a body; the answer to HEAD has no body either. */
const READS = ['GET', 'HEAD']
const PATHS = ['', '/checkout', '/subscription/plan', '/invoices/1/pdf']

/** contract/14-billing */
test.group('billing', (group) => {
  group.each.teardown(() => {
    accounts.billingEnabled = false
  })

  test('is off for the owner, whatever is asked for and sent, and keeps nothing', async ({ assert }) => {
    const { orgId, token } = await createMerchant()
    for (const method of METHODS) {
      for (const path of PATHS) {
        const answer = await call(method, `/v1/dashboard/orgs/${orgId}/billing${path}`, {
          token,
          headers: { 'idempotency-key': 'billing-billing' },
          body: READS.includes(method) ? undefined : { plan: 'pro' },
          text: method === 'HEAD',
        })
        assert.equal(answer.status, 503, `${method} ${path}`)
        if (method !== 'HEAD') assert.equal(answer.body.error.code, 'STAGING_BILLING_DISABLED')
        assert.isNull(answer.headers.get('retry-after'))
      }
    }
    const claims = await rows(db.connection(), `select 1 from idempotency_keys where key = 'billing-billing'`)
    assert.lengthOf(claims, 0)
  })

  test('asks for credential, org and role first', async ({ assert }) => {
    const [merchant, stranger] = [await createMerchant(), await createMerchant()]
    const path = `/v1/dashboard/orgs/${merchant.orgId}/billing/invoices`
    const { key } = await createApiKey(merchant, ['license:read'])
    const { token: admin } = await createMember(merchant, 'ADMIN')
    const code = async (credential: object, to = path) => (await call('GET', to, credential)).body.error.code
    assert.equal(await code({}), 'UNAUTHORIZED')
    assert.equal(await code({ apiKey: key }), 'UNAUTHORIZED')
    assert.equal(await code({ token: stranger.token }), 'FORBIDDEN')
    assert.equal(await code({ token: admin }), 'INSUFFICIENT_SCOPE')
    const unknown = `/v1/dashboard/orgs/${newId()}/billing`
    assert.equal(await code({ token: merchant.token }, unknown), 'ORG_NOT_FOUND')
  })

  test('refuses the events of a provider', async ({ assert }) => {
    const answer = await call('POST', '/v1/billing/webhook', { body: { type: 'invoice.paid' } })
    assert.equal(answer.status, 503)
    assert.equal(answer.body.error.code, 'STAGING_BILLING_DISABLED')
  })

  test('that is enabled without a provider is a fault of the configuration', async ({ assert }) => {
    const { orgId, token } = await createMerchant()
    accounts.billingEnabled = true
    const answer = await call('GET', `/v1/dashboard/orgs/${orgId}/billing`, { token })
    assert.equal(answer.status, 500)
    assert.equal(answer.body.error.code, 'CONFIG_ERROR')
  })
})
