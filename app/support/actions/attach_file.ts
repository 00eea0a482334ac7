import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import drive from '@adonisjs/drive/services/main'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { rows } from '#kernel/database/sql'
import { apart, transaction } from '#kernel/database/unit_of_work'
import { fileType } from '#kernel/files/file_type'
import { receiveFile, type ReceivedFile } from '#kernel/files/receive_file'
import { keptWhole } from '#kernel/files/stored_files'
import { assertStoredRoom, withStoredRoom, type StoredRoom } from '#kernel/files/stored_room'
import type { OpenUpload } from '#kernel/files/upload'
import Refusal from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import type { Millis } from '#kernel/time/millis'
import FindAttachment, { type Attachment } from '#support/queries/find_attachments'
import { assertAttachmentFits, ATTACHMENT_BOUNDS } from '#support/rules/ticket'
import { attachmentName } from '#support/rules/attachment_name'
import { attachmentPath } from '#support/store/attachment_path'
import { attachmentUse } from '#support/store/attachment_use'
import { lockTicket } from '#support/store/lock_ticket'
import { authorOf } from '#support/store/tickets_of'

/**
 * Stores a file for a later message of a ticket (contract/11-tickets). The row is written before the file, so that
 * files left by a killed process are found and deleted after a day. A refused or interrupted upload leaves nothing
 * behind.
 * @throws Refusal NOT_FOUND; CLOSED; NO_FILE; BAD_REQUEST if the file is too large, alone or together with the other
 *   files of the ticket; LIMIT_REACHED if the org stores too much; FilesUnavailable.
 */
@inject()
export default class AttachFile {
  constructor(protected find: FindAttachment) {}

  async execute(
    scope: Scope,
    ticketId: string,
    open: OpenUpload,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<Attachment> {
    return this.#store(scope, ticketId, open, origin, now).catch((error: unknown) => {
      throw scope.actor.type === 'endUser' ? toEndUser(error) : error
    })
  }

  async #store(
    scope: Scope,
    ticketId: string,
    open: OpenUpload,
    origin: Origin,
    now: Millis
  ): Promise<Attachment> {
    // An early check before the file is read. The whole check runs again once the file is stored.
    const used = await attachmentUse(db.connection(), scope, ticketId)
    assertAttachmentFits(used, 1)
    const id = newId()
    return withStoredRoom(scope.orgId, async (room) => {
      const admit = (bytes: number) => {
        room.assert(bytes)
        assertAttachmentFits(used, bytes)
      }
      const upload = await open(admit)
      const name = attachmentName(upload.name)
      await begin(scope, ticketId, { id, name }, now)
      return keptWhole(
        async () => {
          const file = await receive(id, upload.bytes, room)
          if (file.bytes === 0 && upload.name === null) throw new Refusal('NO_FILE')
          return this.#finish(scope, ticketId, id, file, origin, now)
        },
        () => discard(scope, id)
      )
    })
  }

  async #finish(
    scope: Scope,
    ticketId: string,
    id: string,
    { bytes, sha256, head }: ReceivedFile,
    origin: Origin,
    now: Millis
  ): Promise<Attachment> {
    return transaction(async (trx) => {
      const { orgId } = await lockTicket(trx, scope, ticketId)
      const used = await attachmentUse(trx, scope, ticketId)
      assertAttachmentFits({ ...used, unused: 0 }, bytes)
      await assertStoredRoom(trx, orgId, bytes)
      await rows(
        trx,
        `update ticket_attachments set bytes = ?, sha256 = ?, type = ?, stored_at = ? where org_id = ? and id = ?`,
        [bytes, sha256, fileType(head), new Date(now), orgId, id]
      )
      if (scope.actor.type === 'user') {
        const entry = { orgId, action: 'ticket.attached', subject: ticketId, data: { attachmentId: id } }
        await recordAudit(trx, origin, entry, now)
      }
      return (await this.find.byId(id, trx))!
    })
  }
}

/** The usual text about a full storage tells a merchant what to do. An end user can do none of it. */
function toEndUser(error: unknown): unknown {
  if (!(error instanceof Refusal && error.reason === 'LIMIT_REACHED')) return error
  return new Refusal('LIMIT_REACHED', {
    message: 'The merchant cannot receive more files now: send your message without the file',
  })
}

/** Stores the bytes, and reserves the org's storage for them as they arrive. */
function receive(id: string, pieces: AsyncIterable<Buffer>, room: StoredRoom): Promise<ReceivedFile> {
  return receiveFile(attachmentPath(id), room.over(pieces), ATTACHMENT_BOUNDS.bytes)
}

/**
 * Writes the row of a file before it is read, in a separate transaction, so that every file has a row. The bound is
 * checked again under the lock of the ticket, so that concurrent uploads cannot exceed it together.
 * @throws Refusal NOT_FOUND; CLOSED; BAD_REQUEST if too many attachments wait for a message.
 */
function begin(scope: Scope, ticketId: string, { id, name }: { id: string; name: string }, now: Millis) {
  const author = authorOf(scope)
  return apart(async (trx) => {
    const { orgId } = await lockTicket(trx, scope, ticketId)
    assertAttachmentFits(await attachmentUse(trx, scope, ticketId), 1)
    await rows(
      trx,
      `insert into ticket_attachments (id, ticket_id, org_id, author_type, author_id, name, type, created_at)
       values (?, ?, ?, ?, ?, ?, 'application/octet-stream', ?)`,
      [id, ticketId, orgId, author.type, author.id, name, new Date(now)]
    )
  })
}

async function discard({ orgId }: Scope, id: string) {
  await drive.use().delete(attachmentPath(id))
  await rows(db.connection(), `delete from ticket_attachments where org_id = ? and id = ?`, [orgId, id])
}
