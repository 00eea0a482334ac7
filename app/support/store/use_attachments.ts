import type { Trx } from '#kernel/database/unit_of_work'
import { changedRows } from '#kernel/database/sql'
import { noSuch } from '#kernel/refusals/refusals'
import type { AuthorType } from '#support/rules/ticket'

/**
 * Gives stored attachments of a ticket to a message. Each has one message, and one of its own side: so an end user can
 * never name what the merchant has uploaded.
 * @throws Refusal NOT_FOUND for an id of another ticket, of the other side, or that a message has already.
 */
export async function useAttachments(
  trx: Trx,
  { ticketId, orgId, author }: { ticketId: string; orgId: string; author: { type: AuthorType } },
  messageId: string,
  ids: string[]
) {
  if (ids.length === 0) return
  const used = await changedRows(
    trx,
    `update ticket_attachments set message_id = ?
     where org_id = ? and ticket_id = ? and id = any(?::uuid[]) and author_type = ?
       and message_id is null and stored_at is not null`,
    [messageId, orgId, ticketId, ids, author.type]
  )
  if (used < ids.length) throw noSuch('attachment')
}
