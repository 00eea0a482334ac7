import type { HttpContext } from '@adonisjs/core/http'
import type ApplyOperation from '#actions/operations/apply_operation'
import type CancelOperation from '#actions/operations/cancel_operation'
import type RetryOperation from '#actions/operations/retry_operation'
import type UndoOperation from '#actions/operations/undo_operation'
import { ok } from '#exceptions/envelope'
import type { OperationRow } from '#queries/operations/find_operation'
import type FindOperation from '#queries/operations/find_operation'
import { toOperation } from '#transformers/operation_transformer'
import { undoValidator } from '#validators/operations'
import { noFieldsValidator } from '#validators/strict'
import { accepted } from './accepted.js'
import { findRequestedOperation } from './operation_requests.js'

/** Refuses an operation that the caller may not command; for callers whose route does not say it all. */
type Guard = (operation: OperationRow) => void

async function commanded(ctx: HttpContext, find: FindOperation, guard?: Guard) {
  const operation = await findRequestedOperation(ctx, find)
  guard?.(operation)
  return operation
}

/** Cancels the operation of the path, for both route families. */
export async function cancelRequested(
  ctx: HttpContext,
  find: FindOperation,
  cancel: CancelOperation,
  guard?: Guard
) {
  await noFieldsValidator.validate(ctx.request.body())
  const operation = await cancel.execute(await commanded(ctx, find, guard))
  return ok({ operation: toOperation(operation) })
}

/** Lets the operation of the path go on, and answers 202 as its start did. */
export async function retryRequested(
  ctx: HttpContext,
  find: FindOperation,
  retry: RetryOperation,
  guard?: Guard
) {
  await noFieldsValidator.validate(ctx.request.body())
  return accepted(ctx, await retry.execute(await commanded(ctx, find, guard)))
}

/** Starts the undoing of the operation of the path, and answers 202 with the new operation. */
export async function undoRequested(
  ctx: HttpContext,
  find: FindOperation,
  undo: UndoOperation,
  guard?: Guard
) {
  const { reason } = await undoValidator.validate(ctx.request.body())
  const operation = await commanded(ctx, find, guard)
  return accepted(ctx, await undo.execute(ctx.scope, operation, reason ?? undefined))
}

/** Starts in earnest what the dry run of the path has tried, and answers 202 with the new operation. */
export async function applyRequested(
  ctx: HttpContext,
  find: FindOperation,
  apply: ApplyOperation,
  guard?: Guard
) {
  await noFieldsValidator.validate(ctx.request.body())
  return accepted(ctx, await apply.execute(ctx.scope, await commanded(ctx, find, guard)))
}
