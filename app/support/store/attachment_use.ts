import type { Scope } from '#kernel/audit/scope'
import { firstRow, type SqlExecutor } from '#kernel/database/sql'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import type { AttachmentUse } from '#support/rules/ticket'
import { authorOf, ticketsOf } from './tickets_of.js'

type Row = AttachmentUse & { closed: boolean }

/**
 * Counts the attachments of a ticket: the bytes of all of them, and how many of the caller's side no message names.
 * @throws Refusal NOT_FOUND for a ticket that the scope does not reach; CLOSED.
 */
export async function attachmentUse(
  client: SqlExecutor,
  scope: Scope,
  ticketId: string
): Promise<AttachmentUse> {
  const { sql, values } = ticketsOf(scope)
  const use = await firstRow<Row>(
    client,
    `select t.status = 'closed' as closed, coalesce(sum(a.bytes), 0)::float8 as bytes,
       (count(*) filter (where a.message_id is null and a.author_type = ?))::int as unused
     from tickets t left join ticket_attachments a on a.ticket_id = t.id and a.org_id = t.org_id
     where ${sql} and t.id = ? group by t.id`,
    [authorOf(scope).type, ...values, ticketId]
  )
  if (!use) throw noSuch('ticket')
  if (use.closed) throw new Refusal('CLOSED')
  return { bytes: use.bytes, unused: use.unused }
}
