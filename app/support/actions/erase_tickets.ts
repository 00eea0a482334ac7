import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Millis } from '#kernel/time/millis'

/** The subject of a ticket whose end user was erased. */
const ERASED = '(erased)'

/**
 * Empties and closes the tickets of an end user who is erased (contract/09-end-users#96-the-merchants-side): subjects,
 * tags, the messages of both sides, and the attachments, whose files a job deletes. The caller has locked the end
 * user.
 */
export async function eraseTickets(trx: Trx, orgId: string, endUserId: string, now: Millis) {
  const of = `ticket_id in (select id from tickets where org_id = ? and end_user_id = ?)`
  const closed = await rows<{ id: string }>(
    trx,
    `with held as (select id, status from tickets where org_id = ? and end_user_id = ? order by id for update)
     update tickets t set subject = ?, tags = '{}', status = 'closed', closed_at = coalesce(t.closed_at, ?), due_at = null
     from held where t.id = held.id returning case when held.status <> 'closed' then t.id end as id`,
    [orgId, endUserId, ERASED, new Date(now)]
  )
  await rows(trx, `delete from ticket_attachments where org_id = ? and ${of}`, [orgId, orgId, endUserId])
  await rows(trx, `update ticket_messages set body = '' where org_id = ? and ${of}`, [
    orgId,
    orgId,
    endUserId,
  ])
  const events = closed
    .filter(({ id }) => id !== null)
    .map(({ id }) => ({
      ...{ orgId, productId: null, name: 'ticket.closed' as const },
      data: { ticketId: id, endUserId },
    }))
  await recordEvents(trx, events, now)
}
