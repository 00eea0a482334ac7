import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ApplyOperation from '#operations/actions/apply_operation'
import CancelOperation from '#operations/actions/cancel_operation'
import RetryOperation from '#operations/actions/retry_operation'
import UndoOperation from '#operations/actions/undo_operation'
import { requireScopes } from '#access/api_key_guard'
import { scopesToCancel, scopesToRetry, scopesToUndo } from '#operations/rules/scopes'
import FindOperation from '#operations/queries/find_operation'
import { ok } from '#http/envelope'
import { toOperation } from './operation_transformer.js'
import { undoValidator } from './operations_input.js'
import { noFieldsValidator } from '#http/strict'
import { accepted } from './accepted.js'
import { findRequestedOperation } from './requested_operation.js'

/**
 * Cancel, retry, undo and apply (contract#operation-routes). The role of a user has been checked before; an API key needs
 * the scopes of what the operation does (contract#api-key-family).
 */
@inject()
export default class OperationCommandsController {
  constructor(protected find: FindOperation) {}

  @inject()
  async cancel(ctx: HttpContext, cancel: CancelOperation) {
    await noFieldsValidator.validate(ctx.request.body())
    const operation = await findRequestedOperation(ctx, this.find)
    requireScopes(ctx, scopesToCancel(operation.type, operation.params))
    return ok({ operation: toOperation(await cancel.execute(operation)) })
  }

  /** Lets an operation go on, and answers 202 as its start did. */
  @inject()
  async retry(ctx: HttpContext, retry: RetryOperation) {
    await noFieldsValidator.validate(ctx.request.body())
    const operation = await findRequestedOperation(ctx, this.find)
    requireScopes(ctx, scopesToRetry(operation.type, operation.params))
    return accepted(ctx, await retry.execute(operation))
  }

  /** Starts the undoing of an operation, and answers 202 with the new operation. */
  @inject()
  async undo(ctx: HttpContext, undo: UndoOperation) {
    const { reason } = await undoValidator.validate(ctx.request.body())
    const operation = await findRequestedOperation(ctx, this.find)
    requireScopes(ctx, scopesToUndo(operation.type))
    return accepted(ctx, await undo.execute(ctx.scope, operation, reason ?? undefined))
  }

  /** Starts in earnest what a dry run has tried, and answers 202 with the new operation. */
  @inject()
  async apply(ctx: HttpContext, apply: ApplyOperation) {
    await noFieldsValidator.validate(ctx.request.body())
    const operation = await findRequestedOperation(ctx, this.find)
    requireScopes(ctx, scopesToRetry(operation.type, operation.params))
    return accepted(ctx, await apply.execute(ctx.scope, operation))
  }
}
