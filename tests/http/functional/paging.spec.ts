import { test } from '@japa/runner'
import CreateProduct from '#catalog/actions/create_product'
import { call } from '#tests/testkit/api'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { DASHBOARD, LISTS, sql, type Credential } from './paged_lists.js'

test.group('lists with limit and cursor', () => {
  test('{$self}: pages of two walk the whole list once, in its order')
    .with(Object.keys(LISTS))
    .run(async ({ assert }, which) => {
      const { path, name, by = 'id', fill } = LISTS[which]
      const merchant = await createMerchant()
      const credential = (await fill(merchant)) ?? { token: merchant.token }
      const read = (query: string) => call('GET', `${path(merchant)}?${query}`, credential)
      const idsOf = (body: { data: Record<string, Record<string, string>[]> }) =>
        body.data[name].map((one) => one[by])

      const whole = await read('')
      assert.equal(whole.status, 200)
      assert.sameMembers(Object.keys(whole.body.data), [name, 'nextCursor'])
      assert.isNull(whole.body.data.nextCursor)
      const all = idsOf(whole.body)
      assert.lengthOf(new Set(all), 5)

      const [list] = decoded((await read('limit=2')).body.data.nextCursor)
      const seen: string[][] = []
      for (let cursor: string | null = ''; cursor !== null && seen.length < 9;) {
        const { body } = await read(`limit=2&cursor=${cursor}`)
        seen.push(idsOf(body))
        cursor = body.data.nextCursor
      }
      assert.deepEqual(seen, [all.slice(0, 2), all.slice(2, 4), all.slice(4)])
      assert.isNull((await read('limit=5')).body.data.nextCursor)

      for (const limit of ['0', '201', '-1', '1.5', 'x']) {
        const { status, body } = await read(`limit=${limit}`)
        assert.deepEqual([status, body.error?.code], [400, 'VALIDATION_ERROR'], limit)
        assert.equal(body.error.details![0].field, 'limit')
      }
      for (const cursor of badCursors(list)) {
        const { status, body } = await read(`cursor=${cursor}`)
        assert.deepEqual([status, body.error?.code], [400, 'INVALID_CURSOR'], cursor)
      }
      assert.equal((await read('cursor[]=a')).body.error.code, 'INVALID_CURSOR')
    })

  test('a cursor of one list is none of another', async ({ assert }) => {
    const merchant = await createMerchant()
    const cursors: Record<string, string> = {}
    const readers: Record<string, Credential> = {}
    const sessions = ['sessions', 'sessions of an end user']
    const byIds = ['orgs', 'products', 'invites', ...sessions, 'API keys', 'webhook endpoints']
    for (const which of byIds) {
      readers[which] = (await LISTS[which].fill(merchant)) ?? { token: merchant.token }
      const { body } = await call('GET', `${LISTS[which].path(merchant)}?limit=2`, readers[which])
      cursors[which] = body.data.nextCursor
    }
    for (const which of byIds) {
      for (const [other, cursor] of Object.entries(cursors)) {
        const path = `${LISTS[which].path(merchant)}?cursor=${cursor}`
        const { body } = await call('GET', path, readers[which])
        assert.equal(body.error?.code, other === which ? undefined : 'INVALID_CURSOR', `${other}, ${which}`)
      }
    }
  })

  test('apps and products of an API key are one page', async ({ assert }) => {
    const merchant = await createMerchant()
    await new CreateProduct().execute({ orgId: merchant.orgId }, { name: 'Another' })
    const { key } = await createApiKey(merchant, ['product:read'])
    for (const name of ['apps', 'products']) {
      const read = (query: string) => call('GET', `/api/${name}/list?${query}`, { apiKey: key })
      const { body } = await read('limit=1')
      assert.deepEqual(
        body.data[name].map(({ id }: { id: string }) => id),
        [merchant.productId]
      )
      assert.isNull(body.data.nextCursor)
      assert.equal((await read('limit=0')).body.error.code, 'VALIDATION_ERROR')
      for (const cursor of badCursors('products')) {
        assert.equal((await read(`cursor=${cursor}`)).body.error.code, 'INVALID_CURSOR')
      }
    }
  })

  test('GET /me names all orgs, more than a page of them', async ({ assert }) => {
    const merchant = await createMerchant()
    await sql(
      `with made as (insert into orgs (id, name, created_at, updated_at)
         select gen_random_uuid(), 'Org ' || n, now(), now() from generate_series(1, 60) n returning id)
       insert into org_members (org_id, user_id, role, created_at) select id, ?, 'VIEWER', now() from made`,
      [merchant.userId]
    )
    const me = await call('GET', `${DASHBOARD}/me`, { token: merchant.token })
    assert.lengthOf(me.body.data.orgs, 61)
    const page = await call('GET', `${DASHBOARD}/orgs`, { token: merchant.token })
    assert.lengthOf(page.body.data.orgs, 50)
    assert.isString(page.body.data.nextCursor)
  })

  test('analytics of an org count every product, more than a page of them', async ({ assert }) => {
    const merchant = await createMerchant()
    await sql(
      `insert into products (id, org_id, name, policy, created_at, updated_at)
       select gen_random_uuid(), ?, 'Product ' || n, '{}', now(), now() from generate_series(1, 60) n`,
      [merchant.orgId]
    )
    const path = `${DASHBOARD}/orgs/${merchant.orgId}/licenses/analytics`
    const { body } = await call('GET', path, { token: merchant.token })
    assert.lengthOf(body.data.byProduct, 61)
  })
})

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function decoded(cursor: string): [list: string, ...position: unknown[]] {
  return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
}

/**
 * Invalid cursors of a list: not JSON, not a list, not an id, not a time, a time beyond the calendar, a text with a NUL,
 * no name of a list.
 */
const badCursors = (list: string) => [
  'nonsense',
  'x'.repeat(600),
  encoded({}),
  encoded([list]),
  encoded([list, 7]),
  encoded([list, null]),
  encoded([list, 'a\0b']),
  encoded([list, -8e15, '0199a1b2-0000-7000-8000-000000000000']),
  encoded([list, 8e15, '0199a1b2-0000-7000-8000-000000000000']),
  encoded([list, 1, 'no id']),
  encoded(['0199a1b2-0000-7000-8000-000000000000']),
]
