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
  const ids = sorted.map(() => newId())
  const made = await rows<{ id: string; orgId: string }>(
    trx,
    `insert into end_users (id, org_id, email, created_at)
     select v.id, v.org_id, v.email, ? from unnest(?::uuid[], ?::uuid[], ?::text[]) as v (id, org_id, email)
     on conflict do nothing returning id, org_id as "orgId"`,
    [new Date(now), ids, sorted.map(({ orgId }) => orgId), sorted.map(({ email }) => email)]
  )
  const events = made.map(({ id, orgId }) => ({
    ...{ name: 'end_user.created' as const, data: { endUserId: id }, orgId, productId: null },
  }))
  await recordEvents(trx, events, now)
  const isMade = new Set(made.map(({ id }) => id))
  const others = sorted.filter((_, at) => !isMade.has(ids[at]))
  const found = [
    ...(await lockActive(trx, others)),
    ...sorted.flatMap((one, at) => (isMade.has(ids[at]) ? [{ ...one, id: ids[at] }] : [])),
  ]
  return new Map(found.map((one) => [addressKey(one), one.id]))
}

/**
 * Locks who goes by these addresses and may buy. That is asked of the rows that are found and not in the condition: Postgres
 * takes three nulls for a rare thing, expects nobody and compares everybody with every address.
 */
async function lockActive(trx: Trx, people: Addressed[]): Promise<(Addressed & { id: string })[]> {
  if (people.length === 0) return []
  const found = await rows<Addressed & { id: string; active: boolean }>(
    trx,
    `select u.id, u.org_id as "orgId", u.email,
       u.banned_at is null and u.merged_into is null and u.erased_at is null as active
     from end_users u join unnest(?::uuid[], ?::text[]) as v (org_id, email) on u.org_id = v.org_id and u.email = v.email
     order by u.id for share of u`,
    [people.map(({ orgId }) => orgId), people.map(({ email }) => email)]
  )
  return found.filter(({ active }) => active)
}

export const addressKey = ({ orgId, email }: Addressed) => `${orgId} ${email}`
