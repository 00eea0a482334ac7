import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import StartExport from '#actions/operations/start_export'
import StartImport from '#actions/operations/start_import'
import { findRequestedOperation } from '#controllers/operation_requests'
import { sendExport, startExportRequest, startImportRequest } from '#controllers/transfer_requests'
import { hasScope } from '#domain/api_key/scopes'
import Refusal from '#exceptions/refusal'
import FindOperation from '#queries/operations/find_operation'

/** Import and export by an API key, within its product (contract#api-key-family, contract#import, contract#export). */
export default class TransfersController {
  /**
   * An import that may change licenses needs the scope for that too; its rows may do what the key may
   * (contract/01-changes#rights-end-everything).
   */
  @inject()
  store(ctx: HttpContext, start: StartImport) {
    const { permissions } = ctx.auth.use('apiKey').getUserOrFail()
    const changes = String(ctx.request.qs().onConflict).startsWith('update')
    if (changes && !hasScope(permissions, 'license:update')) {
      throw new Refusal('PERMISSION_DENIED', { message: 'The API key lacks the scope license:update' })
    }
    return startImportRequest(ctx, start, permissions)
  }

  @inject()
  index(ctx: HttpContext, start: StartExport) {
    return startExportRequest(ctx, start)
  }

  @inject()
  async show(ctx: HttpContext, find: FindOperation) {
    return sendExport(ctx, await findRequestedOperation(ctx, find))
  }
}
