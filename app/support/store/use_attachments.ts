import type { Trx } from '#kernel/database/unit_of_work'
import { changedRows } from '#kernel/database/sql'
import { noSuch } from '#kernel/refusals/refusals'
import type { AuthorType } from '#support/rules/ticket'

/**
 * Assigns stored attachments of a ticket to a message. Each attachment has at most one message, and that is of the
 * side that uploaded it, so an end user can never claim an upload of the merchant.
 * @throws Refusal NOT_FOUND if an attachment is not stored, is of another ticket or the other side, or has a message
 *   already.
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
