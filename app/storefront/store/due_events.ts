import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import type { Provider } from '#storefront/rules/processor'

/** An event that is due, as it is stored. */
export type Due = {
  id: string
  processorId: string
  orgId: string
  provider: Provider
  tries: number
  body: string
}

/** How long events wait for a row that somebody holds: others wait behind them. */
const LOCK_TIMEOUT = '1s'

/** Orgs whose events are worked on in one turn. */
const ORGS = 100

/** Locks events of orgs that are due, of each org as many of those that wait longest; a worker passes over those of others. */
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

/** Orgs that have events which are due, those that wait longest first. It costs a look for each org, however many events wait. */
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

/** The same orgs, one after the other instead of all turns of one at a time. */
export function inTurns(orgIds: readonly string[]): string[] {
  const taken = new Map<string, number>()
  const turns = orgIds.map((orgId) => {
    const turn = taken.get(orgId) ?? 0
    taken.set(orgId, turn + 1)
    return { orgId, turn }
  })
  return turns.toSorted((one, other) => one.turn - other.turn).map(({ orgId }) => orgId)
}
