import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import CancelOperation from '#actions/operations/cancel_operation'
import RetryOperation from '#actions/operations/retry_operation'
import UndoOperation from '#actions/operations/undo_operation'
import { cancelRequested, retryRequested, undoRequested } from '#controllers/operation_commands'
import { findRequestedOperation } from '#controllers/operation_requests'
import { hasScope, type ApiScope } from '#domain/api_key/scopes'
import { scopeOfOperation, scopeOfUndo } from '#domain/operation/scopes'
import Refusal from '#exceptions/refusal'
import FindOperation from '#queries/operations/find_operation'

/** Cancel, retry and undo by an API key, which needs the scope of what the operation does (contract 3 and 5). */
export default class OperationCommandsController {
  @inject()
  async cancel(ctx: HttpContext, find: FindOperation, cancel: CancelOperation) {
    const { type, params } = await findRequestedOperation(ctx, find)
    assertScope(ctx, scopeOfOperation(type, params))
    return cancelRequested(ctx, find, cancel)
  }

  @inject()
  async retry(ctx: HttpContext, find: FindOperation, retry: RetryOperation) {
    const { type, params } = await findRequestedOperation(ctx, find)
    assertScope(ctx, scopeOfOperation(type, params))
    return retryRequested(ctx, find, retry)
  }

  @inject()
  async undo(ctx: HttpContext, find: FindOperation, undo: UndoOperation) {
    const { type } = await findRequestedOperation(ctx, find)
    if (type !== 'licenses.undo') assertScope(ctx, scopeOfUndo(type))
    return undoRequested(ctx, find, undo)
  }
}

function assertScope({ auth }: HttpContext, scope: ApiScope) {
  if (hasScope(auth.use('apiKey').getUserOrFail().permissions, scope)) return
  throw new Refusal('PERMISSION_DENIED', { message: `The API key lacks the scope ${scope}` })
}
