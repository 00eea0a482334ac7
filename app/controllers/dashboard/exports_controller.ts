import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import StartExport from '#actions/operations/start_export'
import { findRequestedOperation } from '#controllers/operation_requests'
import { sendExport, startExportRequest } from '#controllers/transfer_requests'
import FindOperation from '#queries/operations/find_operation'

/** GET .../licenses/export, and the file once it is written (interface#export, contract#export). */
export default class ExportsController {
  @inject()
  store(ctx: HttpContext, start: StartExport) {
    return startExportRequest(ctx, start)
  }

  @inject()
  async show(ctx: HttpContext, find: FindOperation) {
    return sendExport(ctx, await findRequestedOperation(ctx, find))
  }
}
