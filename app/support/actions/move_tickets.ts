import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Moves the tickets of an end user, with the messages and files they sent, to another one
 * (contract/09-end-users#96-the-merchants-side).
 */
export async function moveTickets(trx: Trx, orgId: string, fromId: string, toId: string) {
  await rows(trx, `update tickets set end_user_id = ? where org_id = ? and end_user_id = ?`, [
    toId,
    orgId,
    fromId,
  ])
  for (const table of ['ticket_messages', 'ticket_attachments']) {
    await rows(
      trx,
      `update ${table} set author_id = ? where org_id = ? and author_type = 'endUser' and author_id = ?
         and ticket_id in (select id from tickets where org_id = ? and end_user_id = ?)`,
      [toId, orgId, fromId, orgId, toId]
    )
  }
}
