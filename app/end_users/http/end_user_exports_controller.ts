import { Readable } from 'node:stream'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import RecordExport from '#end_users/actions/record_export'
import ExportEndUser from '#end_users/queries/export_end_user'
import { uuidParam } from '#http/path'
import { noParametersValidator } from '#http/strict'
import { noSuch } from '#kernel/refusals/refusals'

/** Exports all data about an end user as one file (contract/09-end-users#96-the-merchants-side). */
@inject()
export default class EndUserExportsController {
  constructor(protected exports: ExportEndUser) {}

  /** Exports for the merchant, and records it in the audit log. */
  @inject()
  async show(ctx: HttpContext, record: RecordExport) {
    const id = uuidParam(ctx, 'endUserId')
    await noParametersValidator.validate(ctx.request.qs())
    const file = await this.exports.execute(ctx.scope, id)
    if (!file) throw noSuch('end user')
    await record.execute(ctx.scope, id, originOf(ctx))
    send(ctx, id, file)
  }

  /** Exports for the end user. */
  async own(ctx: HttpContext) {
    await noParametersValidator.validate(ctx.request.qs())
    send(ctx, ctx.endUserId, (await this.exports.execute(ctx.scope, ctx.endUserId, ctx.portal))!)
  }
}

function send({ response }: HttpContext, id: string, file: AsyncGenerator<string>) {
  response.header('Content-Type', 'application/json; charset=utf-8')
  response.header('Content-Disposition', `attachment; filename="end-user-${id}.json"`)
  response.stream(Readable.from(file))
}
