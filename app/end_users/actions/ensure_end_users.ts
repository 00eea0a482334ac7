import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** Somebody of an org by the address, in lower case. */
export type Addressed = { orgId: string; email: string }

/**
 * The ids of end users by `addressKey`, made if need be and locked as `ensureEndUser` locks one. Those who are banned, merged
 * or erased are not there: `ensureEndUser` says what becomes of them.
 */
export async function ensureEndUsers(trx: Trx, people: Addressed[], now: Millis) {
  const sorted = [...new Map(people.map((one) => [addressKey(one), one])).entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, one]) => one)
  const named = [sorted.map(({ orgId }) => orgId), sorted.map(({ email }) => email)]
  const made = await rows<{ id: string; orgId: string }>(
    trx,
    `insert into end_users (id, org_id, email, created_at)
     select v.id, v.org_id, v.email, ? from unnest(?::uuid[], ?::uuid[], ?::text[]) as v (id, org_id, email)
     on conflict do nothing returning id, org_id as "orgId"`,
    [new Date(now), sorted.map(() => newId()), ...named]
  )
  const events = made.map(({ id, orgId }) => ({
    ...{ name: 'end_user.created' as const, data: { endUserId: id }, orgId, productId: null },
  }))
  await recordEvents(trx, events, now)
  const found = await rows<Addressed & { id: string }>(
    trx,
    `select u.id, u.org_id as "orgId", u.email from end_users u
     join unnest(?::uuid[], ?::text[]) as v (org_id, email) on u.org_id = v.org_id and u.email = v.email
     where u.banned_at is null and u.merged_into is null and u.erased_at is null order by u.id for share of u`,
    named
  )
  return new Map(found.map((one) => [addressKey(one), one.id]))
}

export const addressKey = ({ orgId, email }: Addressed) => `${orgId} ${email}`
