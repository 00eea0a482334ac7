import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { requireFilterRights } from '#licensing/http/filter_rights'
import StartExport from '#operations/kinds/export/start_export'
import StartImport from '#operations/kinds/import/start_import'
import { IMPORT_FILES } from '#operations/kinds/import/store_upload'
import { permissionsOf, requirePermissions } from '#access/api_key_guard'
import FindOperation from '#operations/queries/find_operation'
import { uploadOf } from '#access/uploads'
import { exportValidator } from './operations_input.js'
import { importValidator } from './transfers_input.js'
import { accepted } from './accepted.js'
import { sendExport } from './export_file.js'
import { findRequestedOperation } from './requested_operation.js'

/**
 * Import and export (interface#import, contract#import, interface#export, contract#export, contract#api-key-family).
 */
export default class TransfersController {
  /**
   * Stores the uploaded file, starts its import and responds 202. An import that may change licenses also needs the
   * permission to update them. Its rows may do only what the API key may do
   * (contract/01-changes#rights-end-everything).
   */
  @inject()
  async import(ctx: HttpContext, start: StartImport) {
    const { request, scope } = ctx
    if (String(request.qs().onConflict).startsWith('update')) requirePermissions(ctx, ['license:update'])
    const query = await importValidator.validate(request.qs())
    const open = uploadOf(ctx, IMPORT_FILES)
    return accepted(ctx, await start.execute(scope, open, { ...query, may: permissionsOf(ctx) }))
  }

  /** Starts an export and responds 202. */
  @inject()
  async export(ctx: HttpContext, start: StartExport) {
    const { format = 'csv', ...filter } = await exportValidator.validate(ctx.request.qs())
    requireFilterRights(ctx, filter)
    return accepted(ctx, await start.execute(ctx.scope, { format, ...filter }))
  }

  /** Sends the file of a finished export. */
  @inject()
  async download(ctx: HttpContext, find: FindOperation) {
    return sendExport(ctx, await findRequestedOperation(ctx, find))
  }
}
