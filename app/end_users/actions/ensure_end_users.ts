import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Trx } from '#kernel/database/unit_of_work'
import type { PersonName } from '#kernel/text/name'
import type { Millis } from '#kernel/time/millis'

/** An end user of an org, named by email address in lower case. */
export type Addressed = { orgId: string; email: string }

/** An end user with the name that a new one gets. */
type Called = Addressed & PersonName

/**
 * Returns the ids of end users by `addressKey`; creates missing end users and locks all as `ensureEndUser` locks one. If
 * an address comes several times, the first name counts.
 * The map leaves out end users who are banned, merged or erased; `ensureEndUser` handles those.
 */
export async function ensureEndUsers(trx: Trx, people: Called[], now: Millis) {
  const sorted = [...new Map(people.toReversed().map((one) => [addressKey(one), one])).entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, one]) => one)
  const ids = sorted.map(() => newId())
  const made = await rows<{ id: string; orgId: string }>(
    trx,
    `insert into end_users (id, org_id, email, first_name, last_name, created_at)
     select v.id, v.org_id, v.email, v.first_name, v.last_name, ?
     from unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[]) as v (id, org_id, email, first_name, last_name)
     on conflict do nothing returning id, org_id as "orgId"`,
    [
      ...[new Date(now), ids, sorted.map(({ orgId }) => orgId), sorted.map(({ email }) => email)],
      ...[sorted.map(({ firstName }) => firstName), sorted.map(({ lastName }) => lastName)],
    ]
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
 * Locks the end users with these addresses and returns those who are not banned, merged or erased. The query selects
 * this as a column instead of filtering by it: Postgres takes three `is null` conditions for rare, expects no rows,
 * and then compares every end user with every address.
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
