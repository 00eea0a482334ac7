import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import RetryOperation from '#actions/operations/retry_operation'
import { retryRequested } from '#controllers/operation_commands'
import FindOperation from '#queries/operations/find_operation'

/** POST .../operations/:operationId/retry (contract#operation-routes). */
export default class OperationRetriesController {
  @inject()
  store(ctx: HttpContext, find: FindOperation, retry: RetryOperation) {
    return retryRequested(ctx, find, retry)
  }
}
