import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import StartBulkChange from '#actions/operations/start_bulk_change'
import { startBulkRequest } from '#controllers/bulk_request'

/** Bulk changes by an API key, within its product (contract#api-key-family, contract#bulk-requests). */
export default class BulkChangesController {
  @inject()
  freeze(ctx: HttpContext, start: StartBulkChange) {
    return startBulkRequest(ctx, 'licenses.freeze', start)
  }

  @inject()
  unfreeze(ctx: HttpContext, start: StartBulkChange) {
    return startBulkRequest(ctx, 'licenses.unfreeze', start)
  }

  @inject()
  revoke(ctx: HttpContext, start: StartBulkChange) {
    return startBulkRequest(ctx, 'licenses.revoke', start)
  }

  @inject()
  unrevoke(ctx: HttpContext, start: StartBulkChange) {
    return startBulkRequest(ctx, 'licenses.unrevoke', start)
  }

  @inject()
  extend(ctx: HttpContext, start: StartBulkChange) {
    return startBulkRequest(ctx, 'licenses.extend', start)
  }

  @inject()
  destroy(ctx: HttpContext, start: StartBulkChange) {
    return startBulkRequest(ctx, 'licenses.delete', start)
  }
}
