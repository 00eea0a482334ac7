import type { Millis } from '#kernel/time/millis'
import type { EndUserRef } from '#licensing/queries/license_summary'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import { firstRow } from '#kernel/database/sql'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Trx } from '#kernel/database/unit_of_work'

/** How a merchant names somebody who holds licenses: by id, or by an address or a name, made when it is new. */
export type EndUserName = { userId?: string | null; email?: string | null; username?: string | null }

type Found = EndUserRef & { banned: boolean; erased: boolean; mergedInto: string | null }

const COLUMNS = `id, username, email, banned_at is not null as banned, erased_at is not null as erased,
  merged_into as "mergedInto"`

/**
 * The end user of an org who goes by this name, made if need be. The name of somebody who was merged leads to the end
 * user who has everything of them now. The end user is locked, so that no merge, ban or erasure comes in between; lock
 * licenses afterwards.
 * @throws Refusal VALIDATION_ERROR without any name, USER_NOT_FOUND for an unknown id and for somebody who was erased,
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

/** Whoever has everything of somebody now, after any number of merges. */
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
  // The address decides where both are given and belong to different people.
  return firstRow<Found>(
    trx,
    `select ${COLUMNS} from end_users where org_id = ? and (email = ? or username = ?)
     order by (email is not distinct from ?) desc limit 1 for share`,
    [orgId, email, username, email]
  )
}
