import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import ListEndUsers, { type EndUserFilter } from '#end_users/queries/list_end_users'
import { rows } from '#kernel/database/sql'
import { createMerchant } from '#tests/testkit/merchant'

/**
 * More people than may share a beginning before the search looks at the newest people first, and more than it looks at.
 */
const SHARED = 3000
const NEWER = 20_500

/** Inserts people in the order of their numbers, later ones newer, with addresses that begin with this text. */
async function people(orgId: string, beginning: string, from: number, count: number) {
  await rows(
    db.connection(),
    `insert into end_users (id, org_id, email, first_name, last_name, created_at, banned_at, merged_into)
     select (lpad(to_hex(1795000000000 + g), 12, '0') || '7000' || '8000' || right(md5(? || g), 12))::uuid, ?,
       ? || g || '@example.net', case when g % 5 = 0 then 'Ada' end, case when g % 5 = 0 then 'L' || g end, now(),
       case when g % 7 = 0 then now() end, case when g % 11 = 0 then gen_random_uuid() end
     from generate_series(?::bigint, ?::bigint) g`,
    [orgId, orgId, beginning, from, from + count - 1]
  )
}

/** The addresses on all pages of a list. */
async function allOf(orgId: string, filter: EndUserFilter): Promise<string[]> {
  const list = new ListEndUsers()
  const found: string[] = []
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await list.execute({ orgId }, filter, { limit: 150, cursor })
    found.push(...items.map(({ email }) => email!))
    if (nextCursor === null) return found
    cursor = nextCursor
  }
}

async function expected(orgId: string, beginning: string, condition = 'true'): Promise<string[]> {
  const found = await rows<{ email: string }>(
    db.connection(),
    `select email from end_users where org_id = ? and starts_with(email, ?) and merged_into is null and ${condition}
     order by id desc`,
    [orgId, beginning]
  )
  return found.map(({ email }) => email)
}

/** contract/09-end-users#96-the-merchants-side */
test.group('a search for a name beyond ASCII', () => {
  test('finds a person by {0}, as it is written')
    .with([
      ['the first name', 'Änne'],
      ['the whole name', 'Änne Çelik'],
      ['the last name', 'Çelik'],
      ['the username', 'ΟΔΥΣΣΕΥΣ'],
      ['the external id', 'İST-1'],
      ['the address', 'Änne@Example.net'],
    ])
    .run(async ({ assert }, [, search]) => {
      const { orgId } = await createMerchant()
      await rows(
        db.connection(),
        `insert into end_users (id, org_id, email, username, external_id, first_name, last_name, created_at)
         values (gen_random_uuid(), ?, 'änne@example.net', 'ΟΔΥΣΣΕΥΣ', 'İST-1', 'Änne', 'Çelik', now())`,
        [orgId]
      )
      assert.deepEqual(await allOf(orgId, { search }), ['änne@example.net'])
    })
})

/** contract/09-end-users#96-the-merchants-side */
test.group('a search whose beginning very many share', () => {
  test('{$self}: every page has those of it, newest first, each once')
    .with(['among the newest people', 'behind very many others'])
    .run(async ({ assert }, where) => {
      const { orgId } = await createMerchant()
      await people(orgId, 'shared', 1, SHARED)
      if (where.startsWith('behind')) await people(orgId, 'other', SHARED + 1, NEWER)
      else await people(orgId, 'other', SHARED + 1, 100)
      assert.deepEqual(await allOf(orgId, { search: 'Shared' }), await expected(orgId, 'shared'))
      assert.deepEqual(
        await allOf(orgId, { search: 'shared', banned: true }),
        await expected(orgId, 'shared', 'banned_at is not null')
      )
      assert.deepEqual(await allOf(orgId, { search: 'shared_' }), [])
    })

  test('names are searched for as addresses are, and other orgs have nobody of it', async ({ assert }) => {
    const [{ orgId }, other] = [await createMerchant(), await createMerchant()]
    await people(orgId, 'shared', 1, 5 * SHARED)
    const named = await expected(orgId, 'shared', `first_name = 'Ada'`)
    assert.isAbove(named.length, 2000)
    assert.deepEqual(await allOf(orgId, { search: 'ada l' }), named)
    assert.deepEqual(await allOf(other.orgId, { search: 'shared' }), [])
  })
})
