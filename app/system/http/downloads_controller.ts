import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { sendExport } from '#operations/http/export_file'
import Refusal from '#kernel/refusals/refusal'
import FindOperation from '#operations/queries/find_operation'
import { uuidParam } from '#http/path'

/** The signed link of an export: valid for an hour, without any other credential (contract#export). */
export default class DownloadsController {
  @inject()
  async show(ctx: HttpContext, find: FindOperation) {
    const id = uuidParam(ctx, 'operationId')
    if (!ctx.request.hasValidSignature()) {
      throw new Refusal('FORBIDDEN', {
        message: 'The link is not valid or has expired: read the operation again',
      })
    }
    const operation = await find.byId(id)
    if (!operation) throw new Refusal('NOT_FOUND')
    return sendExport(ctx, operation)
  }
}
