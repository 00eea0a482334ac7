import type { EndUserName, Meant } from '#end_users/rules/named_person'
import { firstRow, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { EndUserRef } from '#licensing/queries/license_summary'

/** An end user whom a merchant means, after all merges. */
export type MeantEndUser = EndUserRef & { banned: boolean; erased: boolean; mergedInto: string | null }

const COLUMNS = `id, username, email, banned_at is not null as banned, erased_at is not null as erased,
  merged_into as "mergedInto"`

/**
 * Finds the end users of an org whom these names mean, and locks them in the order of their ids. A merged end user leads
 * to the one they were merged into. Id and email must be in lower case.
 */
export async function lockMeant(
  trx: Trx,
  orgId: string,
  { userId = null, email = null, username = null }: EndUserName
): Promise<Meant<MeantEndUser>> {
  const found = await rows<MeantEndUser>(
    trx,
    `select ${COLUMNS} from end_users
     where org_id = ? and (id = ? or email = ? or username = ?) order by id for share`,
    [orgId, userId, email, username]
  )
  const successor = (is: (one: MeantEndUser) => boolean) => lastOf(trx, orgId, found.find(is) ?? null)
  return {
    userId: await successor(({ id }) => id === userId),
    email: await successor((one) => email !== null && one.email === email),
    username: await successor((one) => username !== null && one.username === username),
  }
}

/** Follows any number of merges to the end user who has everything now. */
async function lastOf(trx: Trx, orgId: string, found: MeantEndUser | null): Promise<MeantEndUser | null> {
  let last = found
  while (last?.mergedInto) {
    const sql = `select ${COLUMNS} from end_users where org_id = ? and id = ? for share`
    last = await firstRow<MeantEndUser>(trx, sql, [orgId, last.mergedInto])
  }
  return last
}
