import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { assertCsvOptions } from '#kernel/refusals/csv_options'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import FindOperation from '#operations/queries/find_operation'
import ListItems from '#operations/queries/list_items'
import ListOperations from '#operations/queries/list_operations'
import { requirePermissions } from '#access/api_key_guard'
import ApplyOperation from '#operations/actions/apply_operation'
import CancelOperation from '#operations/actions/cancel_operation'
import RetryOperation from '#operations/actions/retry_operation'
import type { Control } from '#operations/kinds/kind'
import { kindOf } from '#operations/kinds/registry'
import StartUndo from '#operations/kinds/undo/start_undo'
import OperationWatch from '#operations/watch/operation_watch'
import { ok } from '#http/envelope'
import { noFieldsValidator } from '#http/strict'
import { accepted } from './accepted.js'
import { operationViewOf, toOperation } from './operation_transformer.js'
import { itemListValidator, operationListValidator, undoValidator } from './operations_input.js'
import { cursorOf, DEFAULT_LIMIT, uuidCursorOf } from '#http/page'
import { sendFailed } from './items_file.js'
import { streamOpenOperations } from './open_operations_stream.js'
import { streamProgress } from './progress_stream.js'
import { findRequestedOperation } from './requested_operation.js'

/**
 * Lists, shows and controls the operations of an org, or those that API keys of a product started
 * (contract#operation-routes).
 */
export default class OperationsController {
  @inject()
  async index(ctx: HttpContext, list: ListOperations) {
    const { request, scope } = ctx
    const view = operationViewOf(ctx)
    const query = request.qs()
    const cursor = uuidCursorOf(query)
    const { limit = DEFAULT_LIMIT, ...filter } = await operationListValidator.validate(query)
    const page = await list.execute(scope, { ...filter, limit, cursor })
    return ok({
      operations: page.operations.map((one) => toOperation(one, view)),
      nextCursor: page.nextCursor,
    })
  }

  @inject()
  async show(ctx: HttpContext, find: FindOperation) {
    return ok({ operation: toOperation(await findRequestedOperation(ctx, find), operationViewOf(ctx)) })
  }

  /** Lists the items that were skipped or failed. */
  @inject()
  async items(ctx: HttpContext, find: FindOperation, list: ListItems) {
    const query = ctx.request.qs()
    const { limit = DEFAULT_LIMIT, outcome, format, bom } = await itemListValidator.validate(query)
    if (format === 'csv' && outcome === 'skipped') {
      throw invalidField(
        'format',
        'format=csv gives the failed items only: leave out outcome, or use format=json'
      )
    }
    assertCsvOptions(format, { bom })
    const cursor = cursorOf(query)
    if (cursor && !/^\d{1,9}$/.test(cursor)) throw new Refusal('INVALID_CURSOR')
    const operation = await findRequestedOperation(ctx, find)
    if (format === 'csv') return sendFailed(ctx, operation, bom)
    const after = cursor ? Number(cursor) : undefined
    return ok(await list.execute(operation.id, { outcome, limit, cursor: after }))
  }

  @inject()
  stream(ctx: HttpContext, find: FindOperation, watch: OperationWatch) {
    return streamProgress(ctx, find, watch)
  }

  /** Streams the progress of all open operations of the org. */
  @inject()
  streamAll(ctx: HttpContext, find: FindOperation, watch: OperationWatch) {
    return streamOpenOperations(ctx, find, watch)
  }

  @inject()
  async cancel(ctx: HttpContext, find: FindOperation, cancel: CancelOperation) {
    await noFieldsValidator.validate(ctx.request.body())
    const operation = await findControlled(ctx, find, 'cancel')
    return ok({ operation: toOperation(await cancel.execute(operation), operationViewOf(ctx)) })
  }

  /** Resumes an operation and responds 202, like its start. */
  @inject()
  async retry(ctx: HttpContext, find: FindOperation, retry: RetryOperation) {
    await noFieldsValidator.validate(ctx.request.body())
    return accepted(ctx, await retry.execute(await findControlled(ctx, find, 'retry')))
  }

  /** Starts an undo of an operation and responds 202 with the new operation. */
  @inject()
  async undo(ctx: HttpContext, find: FindOperation, undo: StartUndo) {
    const { reason } = await undoValidator.validate(ctx.request.body())
    const operation = await findControlled(ctx, find, 'undo')
    return accepted(ctx, await undo.execute(ctx.scope, operation, reason ?? undefined))
  }

  /** Applies a dry run and responds 202 with the new operation. */
  @inject()
  async apply(ctx: HttpContext, find: FindOperation, apply: ApplyOperation) {
    await noFieldsValidator.validate(ctx.request.body())
    return accepted(ctx, await apply.execute(ctx.scope, await findControlled(ctx, find, 'retry')))
  }
}

/**
 * The operation in the path, for a caller that wants to control it. Middleware has already checked the role of a
 * user; an API key needs the permissions of the operation's kind (contract#api-key-family).
 */
async function findControlled(ctx: HttpContext, find: FindOperation, control: Control) {
  const operation = await findRequestedOperation(ctx, find)
  requirePermissions(ctx, kindOf(operation.type).permissions(control, operation))
  return operation
}
