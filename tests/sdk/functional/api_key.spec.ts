import { test } from '@japa/runner'
import { Latchkey } from '#sdk/api/latchkey'
import { failureOf } from '#tests/testkit/client'
import { openPortal } from '#tests/testkit/end_users'
import { BASE } from '#tests/testkit/http'
import { giveTo, seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { keyedSdk } from '#tests/testkit/sdk'

/** All items of an iterator. */
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

test.group('SDK with an API key', () => {
  test('finds out its product and what it may', async ({ assert }) => {
    const merchant = await createMerchant()
    const { key, id } = await createApiKey(merchant, ['license:read'])
    const api = await Latchkey.connect({ baseUrl: `${BASE}/`, apiKey: key })
    assert.equal(api.productId, merchant.productId)
    assert.deepEqual(await api.whoami(), {
      apiKeyId: id,
      productId: merchant.productId,
      orgId: merchant.orgId,
      permissions: ['license:read'],
    })
    const error = await failureOf(api.licenses.create({}))
    assert.containSubset(error, { code: 'PERMISSION_DENIED', status: 403, retryAfter: null })
    assert.isString(error!.requestId)
  })

  test('creates, reads, changes and deletes licenses', async ({ assert }) => {
    const { licenses } = await keyedSdk(await createMerchant())
    const expiresAt = new Date(Date.now() + 86_400_000)
    const [license] = await licenses.create({ key: 'SDK-0001', expiresAt, metadata: { tier: 'gold' } })
    assert.containSubset(license, { key: 'SDK-0001', status: 'ACTIVE', expiresAt: expiresAt.toISOString() })
    assert.deepEqual((await licenses.get(license.id)).metadata, { tier: 'gold' })
    assert.isTrue((await licenses.update(license.id, { frozen: true, reason: 'audit' })).frozen)
    assert.isFalse((await licenses.update(license.id, { frozen: false })).frozen)
    assert.equal((await licenses.suspend(license.id)).status, 'SUSPENDED')
    assert.equal((await licenses.unsuspend(license.id)).status, 'ACTIVE')
    assert.equal((await licenses.revoke(license.id, { reason: 'refund' })).status, 'REVOKED')
    assert.equal((await licenses.unrevoke(license.id)).status, 'ACTIVE')
    assert.equal((await licenses.resetHwid(license.id)).hwidResetCount, 1)
    assert.equal((await licenses.resetIp(license.id)).ipResetCount, 1)
    assert.equal(await licenses.delete(license.id), license.id)
    const events = await all(licenses.events(license.id, { limit: 2 }))
    assert.equal(events[0].type, 'license.deleted')
    assert.equal(events.at(-1)!.type, 'license.created')
    assert.containSubset(events, [{ type: 'license.revoked', reason: 'refund' }])
    assert.equal((await failureOf(licenses.get(license.id)))?.code, 'LICENSE_NOT_FOUND')
  })

  test('iterates over all pages, forwards and backwards, or over one', async ({ assert }) => {
    const merchant = await createMerchant()
    const seeded = (await seedLicenses(merchant, 12)).map(({ id }) => id)
    const { licenses } = await keyedSdk(merchant)
    const ids = async (sort?: 'createdAt') =>
      (await all(licenses.list({ pageSize: 5, sort }))).map(({ id }) => id)
    assert.sameMembers(await ids(), seeded)
    assert.deepEqual(await ids('createdAt'), (await ids()).reverse())
    const page = await licenses.list({ pageSize: 5 }).first()
    assert.lengthOf(page.items, 5)
    assert.equal(page.pagination?.total, 12)
    const rest = await all(licenses.list({ pageSize: 5, cursor: page.nextCursor! }))
    assert.lengthOf(rest, 7)
    const found = await all(licenses.list({ search: page.items[0].key }))
    assert.deepEqual(found, [page.items[0]])
  })

  test('knows the product, its blacklist, its keys, its owners and its counts', async ({ assert }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 2)
    await giveTo(merchant, license.id)
    const api = await keyedSdk(merchant)
    assert.equal((await api.product.get()).name, 'Editor')
    const policy = { hwidMode: 'limit', hwidLimit: 2 } as const
    assert.deepEqual((await api.product.update({ policy })).policy, policy)
    const entry = await api.blacklist.add({ type: 'HWID', value: 'bad device', reason: 'fraud' })
    assert.containSubset(entry, { type: 'HWID', value: 'bad device', hits: 0 })
    const many = [
      { type: 'IP', value: '192.0.2.0/24' },
      { type: 'HWID', value: 'bad device' },
    ] as const
    assert.deepEqual(await api.blacklist.addMany([...many]), { added: 1, duplicates: 1 })
    assert.lengthOf(await all(api.blacklist.list({ type: 'IP' })), 1)
    assert.equal(await api.blacklist.remove(entry.id), entry.id)
    assert.lengthOf(await all(api.apiKeys.list()), 1)
    assert.containSubset(await all(api.endUsers.list()), [{ username: 'ada', banned: false }])
    await openPortal(merchant)
    const { created, endUser } = await api.endUsers.exchange({ externalId: 'customer-17', firstName: 'Ada' })
    assert.containSubset({ created, endUser }, { created: true, endUser: { externalId: 'customer-17' } })
    const counts = await api.analytics.licenses()
    assert.containSubset(counts, { total: 2, byStatus: { ACTIVE: 2 } })
    const series = await api.analytics.series({ metric: 'created', interval: 'hour' })
    assert.containSubset(series, { metric: 'created', interval: 'hour' })
    assert.isArray(
      await api.call('GET', '/v1/end-users').then((data) => Reflect.get(data as object, 'endUsers'))
    )
  })

  test('a retried creation has one effect', async ({ assert }) => {
    const merchant = await createMerchant()
    const { key } = await createApiKey(merchant, ['license:read', 'license:create'])
    let calls = 0
    const losesFirstAnswer: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init)
      if (++calls > 1) return answer
      await answer.text()
      throw new TypeError('fetch failed')
    }
    const { productId } = merchant
    const api = new Latchkey({ baseUrl: BASE, apiKey: key, productId, fetch: losesFirstAnswer })
    const created = await api.licenses.create({ count: 3 })
    assert.equal(calls, 2)
    assert.sameMembers(
      (await all(api.licenses.list())).map(({ id }) => id),
      created.map(({ id }) => id)
    )
  })
})
