import db from '@adonisjs/lucid/services/db'
import { firstRow, millis, rows, type SqlExecutor } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'

/** A stored attachment of a ticket (contract/11-tickets). */
export type Attachment = {
  id: string
  messageId: string | null
  name: string
  /** By its first bytes. */
  type: string
  bytes: number
  sha256: string
  createdAt: Millis
}

const COLUMNS = `id, message_id as "messageId", name, type, bytes, sha256, ${millis('created_at', 'createdAt')}`

/** The attachments of messages, in the order in which they were uploaded. */
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

/** Attachments, one at a time, for callers who have a signed link to it. */
export default class FindAttachment {
  /** Null for one that is not stored, or no more. */
  byId(id: string, client: SqlExecutor = db.connection()): Promise<Attachment | null> {
    return firstRow(
      client,
      `select ${COLUMNS} from ticket_attachments where id = ? and stored_at is not null`,
      [id]
    )
  }
}
