import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import CancelOperation from '#actions/operations/cancel_operation'
import { cancelRequested } from '#controllers/operation_commands'
import FindOperation from '#queries/operations/find_operation'

/** POST .../operations/:operationId/cancel (contract#operation-routes). */
export default class OperationCancellationsController {
  @inject()
  store(ctx: HttpContext, find: FindOperation, cancel: CancelOperation) {
    return cancelRequested(ctx, find, cancel)
  }
}
