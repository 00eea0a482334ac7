import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ApplyOperation from '#actions/operations/apply_operation'
import CancelOperation from '#actions/operations/cancel_operation'
import RetryOperation from '#actions/operations/retry_operation'
import UndoOperation from '#actions/operations/undo_operation'
import {
  applyRequested,
  cancelRequested,
  retryRequested,
  undoRequested,
} from '#controllers/operation_commands'
import { hasScope, type ApiScope } from '#domain/api_key/scopes'
import { scopeOfUndo, scopesToCancel, scopesToRetry } from '#domain/operation/scopes'
import Refusal from '#exceptions/refusal'
import FindOperation, { type OperationRow } from '#queries/operations/find_operation'

/**
 * Cancel, retry, undo and apply by an API key, which needs the scope of what the operation does
 * (contract#api-key-family, contract#operation-routes).
 */
export default class OperationCommandsController {
  @inject()
  cancel(ctx: HttpContext, find: FindOperation, cancel: CancelOperation) {
    return cancelRequested(ctx, find, cancel, ({ type, params }) => {
      assertScopes(ctx, scopesToCancel(type, params))
    })
  }

  @inject()
  retry(ctx: HttpContext, find: FindOperation, retry: RetryOperation) {
    return retryRequested(ctx, find, retry, (operation) => assertMay(ctx, operation))
  }

  @inject()
  undo(ctx: HttpContext, find: FindOperation, undo: UndoOperation) {
    return undoRequested(ctx, find, undo, ({ type }) => {
      if (type !== 'licenses.undo') assertScopes(ctx, [scopeOfUndo(type)])
    })
  }

  @inject()
  apply(ctx: HttpContext, find: FindOperation, apply: ApplyOperation) {
    return applyRequested(ctx, find, apply, (operation) => assertMay(ctx, operation))
  }
}

/** Who lets an operation go on needs all that its work needs. */
function assertMay(ctx: HttpContext, { type, params }: OperationRow) {
  assertScopes(ctx, scopesToRetry(type, params))
}

function assertScopes({ auth }: HttpContext, scopes: ApiScope[]) {
  const { permissions } = auth.use('apiKey').getUserOrFail()
  const missing = scopes.find((scope) => !hasScope(permissions, scope))
  if (missing) throw new Refusal('PERMISSION_DENIED', { message: `The API key lacks the scope ${missing}` })
}
