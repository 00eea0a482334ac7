import { test } from '@japa/runner'
import AddBlacklistEntries, { type ProductScope } from '#licensing/actions/add_blacklist_entries'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { memberToken } from '#tests/testkit/made_licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'

const url = (merchant: Merchant) => `/v1/dashboard/blacklists/products/${merchant.productId}`
const scope = (merchant: Merchant): ProductScope => ({ ...merchant.scope, productId: merchant.productId })

for (const family of FAMILIES) {
  test.group(`${family}: blacklists`, () => {
    test('an entry is added, listed and deleted', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { blacklist: url, headers } = await familyOf(family, merchant)
      const added = await client
        .post(url)
        .headers(headers)
        .json({ type: 'IP', value: ' 192.0.2.77/24 ', reason: 'abuse' })
      added.assertStatus(201)
      const { entry } = added.body().data
      const { id, createdAt, ...rest } = entry
      assert.match(createdAt, /Z$/)
      assert.deepEqual(rest, { type: 'IP', value: '192.0.2.0/24', reason: 'abuse', hits: 0, lastHitAt: null })
      const listed = await client.get(url).headers(headers)
      assert.deepEqual(listed.body().data, { entries: [entry], nextCursor: null })
      const twice = await client.post(url).headers(headers).json({ type: 'IP', value: '192.0.2.0/24' })
      twice.assertStatus(409)
      twice.assertBodyContains({ error: { code: 'CONFLICT' } })
      const deleted = await client.delete(`${url}/${id}`).headers(headers)
      assert.deepEqual(deleted.body(), { ok: true, data: { id } })
      const again = await client.delete(`${url}/${id}`).headers(headers)
      again.assertStatus(404)
      again.assertBodyContains({ error: { code: 'NOT_FOUND' } })
    })

    test('many at once count what was new and what was not', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { blacklist: url, headers } = await familyOf(family, merchant)
      const entries = [
        { type: 'HWID', value: 'one' },
        { type: 'HWID', value: 'two', reason: null },
        { type: 'HWID', value: 'one' },
        { type: 'IP', value: '::ffff:192.0.2.1' },
        { type: 'IP', value: '192.0.2.1/32' },
      ]
      const bulk = () => client.post(`${url}/bulk`).headers(headers).json({ entries })
      const first = await bulk()
      first.assertStatus(201)
      assert.deepEqual(first.body().data, { added: 3, duplicates: 2 })
      assert.deepEqual((await bulk()).body().data, { added: 0, duplicates: 5 })
    })

    test('ten thousand entries go in one call, one more does not', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { blacklist: url, headers } = await familyOf(family, merchant)
      const entries = Array.from({ length: 10_001 }, (_, at) => ({ type: 'HWID', value: `device-${at}` }))
      const bulk = (some: object[]) => client.post(`${url}/bulk`).headers(headers).json({ entries: some })
      const over = await bulk(entries)
      over.assertStatus(400)
      over.assertBodyContains({ error: { code: 'VALIDATION_ERROR' } })
      const all = await bulk(entries.slice(1))
      assert.deepEqual(all.body().data, { added: 10_000, duplicates: 0 })
    })

    test('a bulk call may have 8 MiB, in bytes as they are sent', async ({ assert }) => {
      const merchant = await createMerchant()
      const { blacklist: url, headers } = await familyOf(family, merchant)
      const entries = (bytes: number) =>
        Array.from({ length: 10_000 }, (_, at) => ({
          type: 'HWID',
          value: `device-${at}`,
          reason: '漢'.repeat(Math.floor(bytes / 3)),
        }))
      const fits = await call('POST', `${url}/bulk`, { headers, body: { entries: entries(750) } })
      assert.deepEqual([fits.status, fits.body.data], [201, { added: 10_000, duplicates: 0 }])
      const over = await call('POST', `${url}/bulk`, { headers, body: { entries: entries(900) } })
      assert.deepEqual([over.status, over.body.error.code], [400, 'BAD_REQUEST'])
      assert.equal(over.body.error.message, 'The body is larger than 8388608 bytes')
    })

    test('type, search and cursor', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { blacklist: url, headers } = await familyOf(family, merchant)
      await new AddBlacklistEntries().many(scope(merchant), [
        { type: 'HWID', value: 'Alpha_1' },
        { type: 'HWID', value: 'Alphas1' },
        { type: 'IP', value: '2001:DB8::1' },
      ])
      const list = async (query: object) => (await client.get(url).qs(query).headers(headers)).body().data
      const values = (data: { entries: { value: string }[] }) => data.entries.map(({ value }) => value)
      assert.deepEqual(values(await list({ type: 'IP' })), ['2001:db8::1'])
      assert.deepEqual(values(await list({ search: 'ALPHA_' })), ['Alpha_1'])
      const first = await list({ limit: 2 })
      const second = await list({ limit: 2, cursor: first.nextCursor })
      assert.sameMembers([...values(first), ...values(second)], ['Alpha_1', 'Alphas1', '2001:db8::1'])
      assert.isNull(second.nextCursor)
      const theirs = await createMerchant()
      const other = await familyOf(family, theirs)
      const foreign = await client
        .get(other.blacklist)
        .qs({ cursor: first.nextCursor })
        .headers(other.headers)
      foreign.assertStatus(400)
      foreign.assertBodyContains({ error: { code: 'INVALID_CURSOR' } })
      await client.delete(`${url}/${first.entries[1].id}`).headers(headers)
      assert.deepEqual(await list({ limit: 2, cursor: first.nextCursor }), second)
    })

    test('{0} is VALIDATION_ERROR for {1}')
      .with([
        [{ value: 'x' }, 'type'],
        [{ type: 'MAC', value: 'x' }, 'type'],
        [{ type: 'HWID' }, 'value'],
        [{ type: 'HWID', value: '' }, 'value'],
        [{ type: 'HWID', value: 'x'.repeat(257) }, 'value'],
        [{ type: 'HWID', value: 5 }, 'value'],
        [{ type: 'IP', value: '192.0.2.300' }, 'value'],
        [{ type: 'IP', value: '192.0.2.1/33' }, 'value'],
        [{ type: 'HWID', value: 'x', reason: 'x'.repeat(1001) }, 'reason'],
        [{ entries: [] }, 'entries'],
        [{ entries: 'x' }, 'entries'],
        [
          {
            entries: [
              { type: 'HWID', value: 'x' },
              { type: 'IP', value: 'x' },
            ],
          },
          'entries.1.value',
        ],
      ] as const)
      .run(async ({ client, assert }, [body, field]) => {
        const merchant = await createMerchant()
        const { blacklist: url, headers } = await familyOf(family, merchant)
        const path = 'entries' in body ? '/bulk' : ''
        const response = await client
          .post(url + path)
          .headers(headers)
          .json(body)
        response.assertStatus(400)
        assert.equal(response.body().error.code, 'VALIDATION_ERROR')
        assert.equal(response.body().error.details[0].field, field)
      })
  })
}

test('a wrong entry of a list is named with its index and its value, shortened', async ({ assert }) => {
  const merchant = await createMerchant()
  const { blacklist, headers } = await familyOf('dashboard', merchant)
  const entries = [
    { type: 'HWID', value: 'x' },
    { type: 'IP', value: 'zz' },
    { type: 'IP', value: 'y'.repeat(200) },
  ]
  const { body } = await call('POST', `${blacklist}/bulk`, { headers, body: { entries } })
  assert.deepEqual(body.error.details, [
    {
      field: 'entries.1.value',
      message: 'entries[1].value "zz" must be an IPv4 or IPv6 address or a network in CIDR notation',
    },
    {
      field: 'entries.2.value',
      message: `entries[2].value "${'y'.repeat(40)}…" must be an IPv4 or IPv6 address or a network in CIDR notation`,
    },
  ])
})

test.group('blacklists within reach', () => {
  test('a foreign product, a low role and a bad cursor', async ({ client, assert }) => {
    const [mine, theirs] = [await createMerchant(), await createMerchant()]
    const entry = { type: 'HWID', value: 'x' }
    const foreign = await client.post(url(theirs)).bearerToken(mine.token).json(entry)
    assert.deepEqual([foreign.status(), foreign.body().error.code], [404, 'PRODUCT_NOT_FOUND'])
    const viewer = await memberToken(mine, 'VIEWER')
    const low = await client.post(url(mine)).bearerToken(viewer).json(entry)
    assert.deepEqual([low.status(), low.body().error.code], [403, 'INSUFFICIENT_SCOPE'])
    const read = await client.get(url(mine)).bearerToken(viewer)
    read.assertStatus(200)
    const cursor = await client.get(url(mine)).qs({ cursor: 'x' }).bearerToken(mine.token)
    cursor.assertBodyContains({ error: { code: 'INVALID_CURSOR' } })
    const theirEntry = await new AddBlacklistEntries().one(scope(theirs), { type: 'HWID', value: 'x' })
    const stolen = await client.delete(`${url(mine)}/${theirEntry.id}`).bearerToken(mine.token)
    stolen.assertStatus(404)
    const unknown = await client.delete(`${url(mine)}/${newId()}`).bearerToken(mine.token)
    unknown.assertStatus(404)
    const bad = await client.delete(`${url(mine)}/12`).bearerToken(mine.token)
    bad.assertStatus(400)
  })
})
