import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import Refusal from '#kernel/refusals/refusal'
import FindOperation from '#operations/queries/find_operation'
import ListItems from '#operations/queries/list_items'
import ListOperations from '#operations/queries/list_operations'
import OperationWatch from '#operations/watch/operation_watch'
import { ok } from '#http/envelope'
import { toOperation } from './operation_transformer.js'
import { itemListValidator, operationListValidator } from './operations_input.js'
import { cursorOf, DEFAULT_LIMIT, uuidCursorOf } from '#http/page'
import { streamProgress } from './progress_stream.js'
import { findRequestedOperation } from './requested_operation.js'

/** Operations of an org, or those that API keys of a product started (contract#operation-routes). */
export default class OperationsController {
  @inject()
  async index({ request, scope }: HttpContext, list: ListOperations) {
    const query = request.qs()
    const cursor = uuidCursorOf(query)
    const { limit = DEFAULT_LIMIT, ...filter } = await operationListValidator.validate(query)
    const page = await list.execute(scope, { ...filter, limit, cursor })
    return ok({ operations: page.operations.map(toOperation), nextCursor: page.nextCursor })
  }

  @inject()
  async show(ctx: HttpContext, find: FindOperation) {
    return ok({ operation: toOperation(await findRequestedOperation(ctx, find)) })
  }

  /** The items that did not simply succeed. */
  @inject()
  async items(ctx: HttpContext, find: FindOperation, list: ListItems) {
    const query = ctx.request.qs()
    const { limit = DEFAULT_LIMIT, outcome } = await itemListValidator.validate(query)
    const cursor = cursorOf(query)
    if (cursor && !/^\d{1,9}$/.test(cursor)) throw new Refusal('INVALID_CURSOR')
    const operation = await findRequestedOperation(ctx, find)
    const after = cursor ? Number(cursor) : undefined
    return ok(await list.execute(operation.id, { outcome, limit, cursor: after }))
  }

  @inject()
  stream(ctx: HttpContext, find: FindOperation, watch: OperationWatch) {
    return streamProgress(ctx, find, watch)
  }
}
