import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import type { Author } from '#support/rules/ticket'
import { useAttachments } from './use_attachments.js'

/** A new message. Internal ones are only for members of the org. */
export type NewMessage = {
  orgId: string
  ticketId: string
  author: Author
  body: string
  internal?: boolean
  attachmentIds?: string[]
}

/**
 * Writes a message of a ticket with its attachments and returns its id. The ticket records when the last message was
 * written and by which side. An internal message does not change this, because the end user sees it.
 * @throws Refusal NOT_FOUND for an attachment that the message cannot have.
 */
export async function writeMessage(trx: Trx, message: NewMessage, now: Millis): Promise<string> {
  const { orgId, ticketId, author, body, internal = false, attachmentIds = [] } = message
  const id = newId()
  await rows(
    trx,
    `insert into ticket_messages (id, ticket_id, org_id, author_type, author_id, body, internal, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    [id, ticketId, orgId, author.type, author.id, body, internal, new Date(now)]
  )
  await useAttachments(trx, message, id, attachmentIds)
  if (internal) return id
  await rows(
    trx,
    `update tickets set last_message_at = greatest(last_message_at, ?), last_author = ? where org_id = ? and id = ?`,
    [new Date(now), author.type, orgId, ticketId]
  )
  return id
}
