import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import IssueSession from '#accounts/actions/issue_session'
import { transaction } from '#kernel/database/unit_of_work'
import CreateProduct from '#catalog/actions/create_product'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'
import { createTier } from '#tests/testkit/tiers'

/** A list, with a function that creates five entries in it, and the place of its entries in the answer. */
type List = { path: (merchant: Merchant) => string; name: string; by?: string; fill: Fill; keyed?: boolean }
type Fill = (merchant: Merchant) => Promise<unknown>

const DASHBOARD = '/v1/dashboard'
const sql = (statement: string, values: unknown[]) => rows(db.connection(), statement, values)
const times = async (count: number, work: (at: number) => Promise<unknown>) => {
  for (let at = 0; at < count; at++) await work(at)
}
const keys: Fill = (merchant) => times(5, () => createApiKey(merchant, ['product:read']))

const LISTS: Record<string, List> = {
  orgs: {
    path: () => `${DASHBOARD}/orgs`,
    name: 'orgs',
    fill: ({ userId }) =>
      times(4, async () => {
        const { orgId } = await createMerchant()
        await sql(
          `insert into org_members (org_id, user_id, role, created_at) values (?, ?, 'VIEWER', now())`,
          [orgId, userId]
        )
      }),
  },
  products: {
    path: ({ orgId }) => `${DASHBOARD}/orgs/${orgId}/products`,
    name: 'products',
    fill: ({ orgId }) => times(4, (at) => new CreateProduct().execute({ orgId }, { name: `Product ${at}` })),
  },
  members: {
    path: ({ orgId }) => `${DASHBOARD}/orgs/${orgId}/members`,
    name: 'members',
    fill: async (merchant) => {
      await times(4, () => createMember(merchant, 'VIEWER'))
      // Members with the same creation time still have an order.
      await sql(`update org_members set created_at = '2026-01-01T00:00:00.123Z' where org_id = ?`, [
        merchant.orgId,
      ])
    },
  },
  invites: {
    path: ({ orgId }) => `${DASHBOARD}/orgs/${orgId}/invites`,
    name: 'invites',
    fill: ({ orgId, token }) =>
      times(5, (at) =>
        call('POST', `${DASHBOARD}/orgs/${orgId}/invites`, {
          token,
          body: { email: `${at}-${newId()}@example.com`, role: 'VIEWER' },
        })
      ),
  },
  sessions: {
    path: () => `${DASHBOARD}/me/sessions`,
    name: 'sessions',
    fill: ({ userId }) => times(5, () => transaction((trx) => new IssueSession().execute(trx, userId))),
  },
  accounts: {
    path: () => `${DASHBOARD}/me/accounts`,
    name: 'accounts',
    by: 'provider',
    fill: ({ userId }) =>
      times(5, (at) =>
        sql(`insert into linked_accounts (provider, subject, user_id, created_at) values (?, ?, ?, now())`, [
          `provider-${at}`,
          newId(),
          userId,
        ])
      ),
  },
  'API keys': {
    path: ({ productId }) => `${DASHBOARD}/products/${productId}/api-keys`,
    name: 'apiKeys',
    fill: keys,
  },
  'API keys, by one of them': {
    path: ({ productId }) => `/v1/products/${productId}/api-keys`,
    name: 'apiKeys',
    // The key that makes the call is the fifth.
    fill: (merchant) => times(4, () => createApiKey(merchant, ['product:read'])),
    keyed: true,
  },
  tiers: {
    path: ({ productId }) => `${DASHBOARD}/products/${productId}/tiers`,
    name: 'tiers',
    fill: (merchant) => times(5, (at) => createTier(merchant, { position: Math.floor(at / 2) })),
  },
  'webhook endpoints': {
    path: ({ productId }) => `${DASHBOARD}/webhooks/products/${productId}`,
    name: 'endpoints',
    fill: ({ productId, token }) =>
      times(5, () =>
        call('POST', `${DASHBOARD}/webhooks/products/${productId}`, {
          token,
          body: { url: 'https://example.com/hook', events: ['license.created'] },
        })
      ),
  },
}

test.group('lists with limit and cursor', () => {
  test('{$self}: pages of two walk the whole list once, in its order')
    .with(Object.keys(LISTS))
    .run(async ({ assert }, which) => {
      const { path, name, by = 'id', fill, keyed } = LISTS[which]
      const merchant = await createMerchant()
      await fill(merchant)
      const credential = keyed
        ? { apiKey: (await createApiKey(merchant, ['product:read'])).key }
        : { token: merchant.token }
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
    const { token } = merchant
    const cursors: Record<string, string> = {}
    const byIds = ['orgs', 'products', 'invites', 'sessions', 'API keys', 'webhook endpoints']
    for (const which of byIds) {
      await LISTS[which].fill(merchant)
      const { body } = await call('GET', `${LISTS[which].path(merchant)}?limit=2`, { token })
      cursors[which] = body.data.nextCursor
    }
    for (const which of byIds) {
      for (const [other, cursor] of Object.entries(cursors)) {
        const { body } = await call('GET', `${LISTS[which].path(merchant)}?cursor=${cursor}`, { token })
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
