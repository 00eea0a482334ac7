import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ApplyOperation from '#actions/operations/apply_operation'
import { applyRequested } from '#controllers/operation_commands'
import FindOperation from '#queries/operations/find_operation'

/** POST .../operations/:operationId/apply (contract/01-changes#one-filter). */
export default class OperationApplicationsController {
  @inject()
  store(ctx: HttpContext, find: FindOperation, apply: ApplyOperation) {
    return applyRequested(ctx, find, apply)
  }
}
