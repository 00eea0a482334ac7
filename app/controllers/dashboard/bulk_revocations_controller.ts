import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import StartBulkChange from '#actions/operations/start_bulk_change'
import { startBulkRequest } from '#controllers/bulk_request'

/** POST .../licenses/revoke and .../licenses/unrevoke (interface#bulk-changes, contract#bulk-requests). */
export default class BulkRevocationsController {
  @inject()
  store(ctx: HttpContext, start: StartBulkChange) {
    return startBulkRequest(ctx, 'licenses.revoke', start)
  }

  @inject()
  destroy(ctx: HttpContext, start: StartBulkChange) {
    return startBulkRequest(ctx, 'licenses.unrevoke', start)
  }
}
