import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import StartImport from '#actions/operations/start_import'
import { startImportRequest } from '#controllers/transfer_requests'

/** POST .../licenses/import (interface#import, contract#import). */
export default class ImportsController {
  @inject()
  store(ctx: HttpContext, start: StartImport) {
    return startImportRequest(ctx, start)
  }
}
