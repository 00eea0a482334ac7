import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import { attachmentDisposition } from '#http/disposition'
import { ok } from '#http/envelope'
import { uuidParam } from '#http/path'
import { uploadOf } from '#access/uploads'
import { openFile } from '#kernel/files/stored_files'
import type { FileRules } from '#kernel/files/upload'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import AttachFile from '#support/actions/attach_file'
import FindAttachment from '#support/queries/find_attachments'
import { ATTACHMENT_BOUNDS } from '#support/rules/ticket'
import { attachmentPath } from '#support/store/attachment_path'
import { toAttachment } from './ticket_transformer.js'

/** Only forms are accepted, because the form field carries the file's name. */
const FILES: FileRules = {
  maxBytes: ATTACHMENT_BOUNDS.bytes,
  raw: [],
  otherwise: 'Send the file as multipart/form-data, in the field "file"',
}

/** Files of messages in tickets (contract/11-tickets). */
export default class AttachmentsController {
  /** Stores a file for a later message. */
  @inject()
  async store(ctx: HttpContext, attach: AttachFile) {
    const ticketId = uuidParam(ctx, 'ticketId')
    const attachment = await attach.execute(ctx.scope, ticketId, uploadOf(ctx, FILES), originOf(ctx))
    ctx.response.status(201)
    return ok({ attachment: toAttachment(attachment) })
  }

  /** Sends a file for a signed link. Browsers save it and never display it as a page of this host. */
  @inject()
  async show(ctx: HttpContext, find: FindAttachment) {
    const id = uuidParam(ctx, 'attachmentId')
    if (!ctx.request.hasValidSignature()) {
      throw new Refusal('FORBIDDEN', {
        message: 'The link is not valid or has expired: read the messages of the ticket again',
      })
    }
    const attachment = await find.byId(id)
    const file = attachment && (await openFile(attachmentPath(id)))
    if (!file) throw noSuch('attachment')
    const { name, type, bytes } = attachment
    const { response } = ctx
    response.header('Content-Type', type === 'text/plain' ? 'text/plain; charset=utf-8' : type)
    response.header('Content-Length', String(bytes))
    response.header('Content-Disposition', attachmentDisposition(name))
    response.header('X-Content-Type-Options', 'nosniff')
    response.header('Content-Security-Policy', "sandbox; default-src 'none'")
    response.header('Cache-Control', 'no-store, private')
    response.stream(file)
  }
}
