import { recordAudits, type Origin } from '#kernel/audit/audit'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/**
 * Takes a former member off the tickets of the org, with the audit entry that the route for it writes
 * (contract/11-tickets). Closed tickets keep their assignee, because nothing changes them any more. Call it after the
 * membership is deleted, so that an assignment that waits for it is refused.
 */
export async function unassignTickets(trx: Trx, orgId: string, userId: string, origin: Origin, now: Millis) {
  const tickets = await rows<{ id: string }>(
    trx,
    `with held as (select id from tickets where org_id = ? and assignee_id = ? and status <> 'closed'
       order by id for no key update)
     update tickets t set assignee_id = null from held where t.id = held.id returning t.id`,
    [orgId, userId]
  )
  const entry = { orgId, action: 'ticket.updated', data: { fields: ['assigneeId'] } }
  await recordAudits(
    trx,
    origin,
    entry,
    tickets.map(({ id }) => id),
    now
  )
}
