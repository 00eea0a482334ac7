import type { Millis } from '#kernel/time/millis'
import type { EndUserRef } from '#licensing/queries/license_summary'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import { firstRow } from '#kernel/database/sql'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Trx } from '#kernel/database/unit_of_work'

/** How a merchant names an end user: by id, or by email or username. An unknown email or username creates one. */
export type EndUserName = { userId?: string | null; email?: string | null; username?: string | null }

type Found = EndUserRef & { banned: boolean; erased: boolean; mergedInto: string | null }

const COLUMNS = `id, username, email, banned_at is not null as banned, erased_at is not null as erased,
  merged_into as "mergedInto"`

/**
 * Returns the end user of an org with this name, and creates one if there is none. A merged end user leads to the one
 * they were merged into. The end user is locked, so that no merge, ban or erasure comes in between. Lock licenses only
 * afterwards.
 * @throws Refusal VALIDATION_ERROR if no name is given, USER_NOT_FOUND for an unknown id or an erased end user,
 *   USER_BANNED.
 */
export async function ensureEndUser(
  trx: Trx,
  orgId: string,
  { userId, email, username }: EndUserName,
  now: Millis
): Promise<EndUserRef> {
  if (!userId && !email && !username)
    throw invalidField('email', 'Name the owner by userId, email or username')
  const named = userId
    ? await byId(trx, orgId, userId)
    : await byName(trx, orgId, email?.toLowerCase() ?? null, username ?? null, now)
  const user = await successor(trx, orgId, named)
  if (!user || user.erased) throw new Refusal('USER_NOT_FOUND')
  if (user.banned) throw new Refusal('USER_BANNED')
  return { id: user.id, username: user.username, email: user.email }
}

function byId(trx: Trx, orgId: string, id: string): Promise<Found | null> {
  return firstRow<Found>(trx, `select ${COLUMNS} from end_users where org_id = ? and id = ? for share`, [
    orgId,
    id,
  ])
}

/** Follows any number of merges to the end user who has everything now. */
async function successor(trx: Trx, orgId: string, found: Found | null): Promise<Found | null> {
  let last = found
  while (last?.mergedInto) last = await byId(trx, orgId, last.mergedInto)
  return last
}

async function byName(
  trx: Trx,
  orgId: string,
  email: string | null,
  username: string | null,
  now: Millis
): Promise<Found | null> {
  const made = await firstRow<{ id: string }>(
    trx,
    `insert into end_users (id, org_id, email, username, created_at)
     values (?, ?, ?, ?, to_timestamp(?::float8 / 1000)) on conflict do nothing returning id`,
    [newId(), orgId, email, username, now]
  )
  if (made) {
    const data = { endUserId: made.id }
    await recordEvents(trx, [{ name: 'end_user.created', data, orgId, productId: null }], now)
  }
  // The address decides if email and username belong to different end users.
  return firstRow<Found>(
    trx,
    `select ${COLUMNS} from end_users where org_id = ? and (email = ? or username = ?)
     order by (email is not distinct from ?) desc limit 1 for share`,
    [orgId, email, username, email]
  )
}
