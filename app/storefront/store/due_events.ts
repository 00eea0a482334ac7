import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import type { Provider } from '#storefront/rules/processor'

/** A due event. Its body is sealed. */
export type Due = {
  id: string
  processorId: string
  orgId: string
  provider: Provider
  tries: number
  body: string
}

/** How long a transaction waits for a locked row. It is short, because the other events of the batch wait too. */
const LOCK_TIMEOUT = '1s'

/** The maximum number of orgs in one batch. */
const ORGS = 100

/** Locks the due events of some orgs: of each org the `ofEach` oldest. Skips events that another worker has locked. */
export async function lockDueEvents(
  trx: Trx,
  now: Millis,
  { orgIds, ofEach }: { orgIds: string[]; ofEach: number }
): Promise<Due[]> {
  await rows(trx, `set local lock_timeout = '${LOCK_TIMEOUT}'`)
  return rows<Due>(
    trx,
    `select e.id, e.processor_id as "processorId", e.org_id as "orgId", p.provider, e.tries, e.body
     from unnest(?::uuid[]) with ordinality as o (org_id, place)
     cross join lateral (
       select * from processor_events d where d.org_id = o.org_id and d.due_at <= ?
       order by d.due_at, d.id limit ? for no key update skip locked) e
     join processors p on p.id = e.processor_id order by o.place, e.due_at, e.id`,
    [orgIds, new Date(now), ofEach]
  )
}

/** Lists orgs that have due events, the longest wait first. It costs one index lookup per org, not per event. */
export async function dueOrgs(now: Millis): Promise<string[]> {
  const found = await rows<{ orgId: string }>(
    db.connection(),
    `with recursive waiting as (
       (select org_id, due_at from processor_events where due_at is not null order by org_id, due_at limit 1)
       union all
       select next.org_id, next.due_at from waiting w cross join lateral (
         select e.org_id, e.due_at from processor_events e
         where e.due_at is not null and e.org_id > w.org_id order by e.org_id, e.due_at limit 1) next)
     select org_id as "orgId" from waiting where due_at <= ? order by due_at, org_id limit ?`,
    [new Date(now), ORGS]
  )
  return found.map(({ orgId }) => orgId)
}

/** Reorders the list so that the orgs take turns: the first entry of each org, then the second of each, and so on. */
export function inTurns(orgIds: readonly string[]): string[] {
  const taken = new Map<string, number>()
  const turns = orgIds.map((orgId) => {
    const turn = taken.get(orgId) ?? 0
    taken.set(orgId, turn + 1)
    return { orgId, turn }
  })
  return turns.toSorted((one, other) => one.turn - other.turn).map(({ orgId }) => orgId)
}
