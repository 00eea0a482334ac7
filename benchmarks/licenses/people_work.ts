import db from '@adonisjs/lucid/services/db'
import { firstRow, rows } from '#kernel/database/sql'
import FindEndUser from '#end_users/queries/find_end_user'
import ListEndUsers from '#end_users/queries/list_end_users'
import type { Merchant } from '../../tests/testkit/merchant.js'

/** The number of people with a last name that starts like no other, spread evenly. */
const RARE = 60

/** A merchant's lists and searches of people, among `size` people. */
export async function peopleWork(
  { orgId }: Merchant,
  size: number
): Promise<Record<string, () => Promise<unknown>>> {
  await rows(
    db.connection(),
    `insert into end_users (id, org_id, email, username, external_id, first_name, last_name, created_at)
     select ('01a10000-0000-7000-8000-' || lpad(to_hex(g), 12, '0'))::uuid, ?, md5(g::text) || '@example.net',
       'user-' || md5(g::text), 'customer-' || g, 'First' || g % 500,
       case when g % ? = 0 then 'Zanzibar' else 'Last' end || g % 5000, now()
     from generate_series(1, ?::int) as g`,
    [orgId, Math.floor(size / RARE), size]
  )
  await rows(db.connection(), 'vacuum (analyze) end_users')
  const one = (await firstRow<{ id: string; email: string }>(
    db.connection(),
    `select id, email from end_users where org_id = ? order by id offset ? limit 1`,
    [orgId, Math.floor(size / 3)]
  ))!
  const list = new ListEndUsers()
  const search = (text: string) => () => list.execute({ orgId }, { search: text }, { limit: 50 })
  return {
    'people: list, page 1': () => list.execute({ orgId }, {}, { limit: 50 }),
    'people: search, 60 of them': search('zanz'),
    'people: search, one by address': search(one.email.slice(0, 20)),
    'people: search, nobody': search('nobody at all'),
    'people: read one': () => new FindEndUser().full({ orgId }, one.id, Date.now()),
  }
}
