import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import UndoOperation from '#actions/operations/undo_operation'
import { undoRequested } from '#controllers/operation_commands'
import FindOperation from '#queries/operations/find_operation'

/** POST .../operations/:operationId/undo (contract#operation-routes). */
export default class OperationUndosController {
  @inject()
  store(ctx: HttpContext, find: FindOperation, undo: UndoOperation) {
    return undoRequested(ctx, find, undo)
  }
}
