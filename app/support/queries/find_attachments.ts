import db from '@adonisjs/lucid/services/db'
import { firstRow, millis, rows, type SqlExecutor } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'

/** A stored attachment of a ticket (contract/11-tickets). */
export type Attachment = {
  id: string
  messageId: string | null
  name: string
  /** The media type, detected from the first bytes. */
  type: string
  bytes: number
  sha256: string
  createdAt: Millis
}

const COLUMNS = `id, message_id as "messageId", name, type, bytes, sha256, ${millis('created_at', 'createdAt')}`

/** Reads the attachments of messages in the order of their upload. */
export function attachmentsOf(
  client: SqlExecutor,
  orgId: string,
  messageIds: string[]
): Promise<Attachment[]> {
  if (messageIds.length === 0) return Promise.resolve([])
  return rows(
    client,
    `select ${COLUMNS} from ticket_attachments
     where org_id = ? and message_id = any(?::uuid[]) and stored_at is not null order by id`,
    [orgId, messageIds]
  )
}

/** Finds single attachments for callers with a signed link. */
export default class FindAttachment {
  /** Returns null if the attachment is not stored yet or was deleted. */
  byId(id: string, client: SqlExecutor = db.connection()): Promise<Attachment | null> {
    return firstRow(
      client,
      `select ${COLUMNS} from ticket_attachments where id = ? and stored_at is not null`,
      [id]
    )
  }
}
