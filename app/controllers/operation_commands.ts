import type { HttpContext } from '@adonisjs/core/http'
import type CancelOperation from '#actions/operations/cancel_operation'
import type RetryOperation from '#actions/operations/retry_operation'
import type UndoOperation from '#actions/operations/undo_operation'
import { ok } from '#exceptions/envelope'
import type FindOperation from '#queries/operations/find_operation'
import { toOperation } from '#transformers/operation_transformer'
import { undoValidator } from '#validators/operations'
import { accepted } from './accepted.js'
import { findRequestedOperation } from './operation_requests.js'

/** Cancels the operation of the path, for both route families. */
export async function cancelRequested(ctx: HttpContext, find: FindOperation, cancel: CancelOperation) {
  const operation = await cancel.execute(await findRequestedOperation(ctx, find))
  return ok({ operation: toOperation(operation) })
}

/** Lets the operation of the path go on, and answers 202 as its start did. */
export async function retryRequested(ctx: HttpContext, find: FindOperation, retry: RetryOperation) {
  return accepted(ctx, await retry.execute(await findRequestedOperation(ctx, find)))
}

/** Starts the undoing of the operation of the path, and answers 202 with the new operation. */
export async function undoRequested(ctx: HttpContext, find: FindOperation, undo: UndoOperation) {
  const operation = await findRequestedOperation(ctx, find)
  const { reason } = await undoValidator.validate(ctx.request.body())
  return accepted(ctx, await undo.execute(ctx.scope, operation, reason))
}
