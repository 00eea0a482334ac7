import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import GrantAdmin from '#accounts/actions/grant_admin'
import SetPlan from '#accounts/actions/set_plan'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'

/** The audit trail of an org, oldest line first. Read from the table, because it outlives the org. */
function trailOf(orgId: string) {
  return rows<{ action: string; subject: string; actor: string | null; ip: string | null; data: object }>(
    db.connection(),
    `select action, subject_id as subject, actor_id as actor, ip, data from audit_entries
     where org_id = ? order by id`,
    [orgId]
  )
}

test.group('audit trail', () => {
  test('products and blacklists: who changed what, from where', async ({ assert }) => {
    const merchant = await createMerchant()
    const { orgId, userId, token } = merchant
    const post = (path: string, body: object) => call('POST', `/v1/dashboard${path}`, { token, body })
    const product = (await post(`/orgs/${orgId}/products`, { name: ' Player ' })).body.data.product
    const path = `/v1/dashboard/products/${product.id}`
    const changed = await call('PATCH', path, { token, body: { keyPrefix: 'PLAY' } })
    assert.equal(changed.status, 200)
    const list = `/blacklists/products/${product.id}`
    const { entry } = (await post(list, { type: 'HWID', value: 'stolen' })).body.data
    await post(`${list}/bulk`, { entries: [{ type: 'HWID', value: 'stolen' }] })
    await post(`${list}/bulk`, { entries: ['a', 'b'].map((value) => ({ type: 'HWID', value })) })
    await call('DELETE', `/v1/dashboard${list}/${entry.id}`, { token })
    await call('DELETE', path, { token })
    const trail = (await trailOf(orgId)).filter(({ data }) => !('name' in data && data.name === 'Editor'))
    assert.deepEqual(
      trail.map(({ action, subject, data }) => [action, subject, data]),
      [
        ['product.created', product.id, { name: 'Player' }],
        ['product.updated', product.id, { keyPrefix: 'PLAY' }],
        ['blacklist.added', product.id, { added: 1 }],
        ['blacklist.added', product.id, { added: 2 }],
        ['blacklist.removed', entry.id, { productId: product.id }],
        ['product.deleted', product.id, { name: 'Player' }],
      ]
    )
    for (const { actor, ip } of trail) {
      assert.equal(actor, userId)
      assert.isString(ip)
    }
  })

  test('a change by an API key names the key; a refused one leaves no line', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id, key } = await createApiKey(merchant, ['product:write', 'blacklist:write'])
    const path = `/v1/products/${merchant.productId}`
    assert.equal((await call('PATCH', path, { apiKey: key, body: { name: 'New' } })).status, 200)
    assert.equal((await call('PATCH', path, { apiKey: key, body: { keyPrefix: '!' } })).status, 400)
    const lines = (await trailOf(merchant.orgId)).filter(({ action }) => action === 'product.updated')
    assert.deepEqual(
      lines.map(({ actor, data }) => [actor, data]),
      [[id, { name: 'New' }]]
    )
  })

  test('a platform admin made by an operator stands in the trail; the trail outlives the org', async ({
    assert,
  }) => {
    const { email, token, orgId, productId } = await createMerchant()
    await new GrantAdmin().execute(email, true)
    await new GrantAdmin().execute(email, false)
    await call('DELETE', `/v1/dashboard/products/${productId}`, { token })
    assert.equal((await call('DELETE', `/v1/dashboard/orgs/${orgId}`, { token })).status, 200)
    const actions = (await trailOf(orgId)).map(({ action }) => action)
    assert.includeMembers(actions, [
      'user.platform_admin_granted',
      'user.platform_admin_revoked',
      'product.deleted',
      'org.deleted',
    ])
  })

  test('what changes nothing leaves no line', async ({ assert }) => {
    const { email, token, orgId } = await createMerchant()
    for (let time = 0; time < 2; time++) {
      await new GrantAdmin().execute(email, true)
      await new SetPlan().execute(email, 'business')
      const renamed = await call('PATCH', `/v1/dashboard/orgs/${orgId}`, { token, body: { name: 'One' } })
      assert.equal(renamed.body.data.org.name, 'One')
    }
    const actions = (await trailOf(orgId)).map(({ action }) => action)
    assert.sameMembers(actions, [
      'product.created',
      'user.platform_admin_granted',
      'user.plan_set',
      'org.renamed',
    ])
  })
})
