import type { HttpContext } from '@adonisjs/core/http'
import { isUuid } from '#domain/uuid'
import { ok } from '#exceptions/envelope'
import Refusal from '#exceptions/refusal'
import { uuidParam } from '#middleware/org_middleware'
import type FindOperation from '#queries/operations/find_operation'
import type ListItems from '#queries/operations/list_items'
import type ListOperations from '#queries/operations/list_operations'
import { toOperation } from '#transformers/operation_transformer'
import { itemListValidator, operationListValidator } from '#validators/operations'
import { cursorOf, DEFAULT_LIMIT } from '#validators/page'

/** The operation of the path. Errors: NOT_FOUND when missing or out of scope (contract#records-by-their-id). */
export async function findRequestedOperation(ctx: HttpContext, find: FindOperation) {
  const operation = await find.inScope(ctx.scope, uuidParam(ctx, 'operationId'))
  if (!operation) throw new Refusal('NOT_FOUND', { message: 'No such operation' })
  return operation
}

/** Answers with a page of operations, newest first, for both route families. */
export async function answerOperations({ request, scope }: HttpContext, list: ListOperations) {
  const query = request.qs()
  const cursor = cursorOf(query)
  if (cursor && !isUuid(cursor)) throw new Refusal('INVALID_CURSOR')
  const { limit = DEFAULT_LIMIT, ...filter } = await operationListValidator.validate(query)
  const page = await list.execute(scope, { ...filter, limit, cursor })
  return ok({ operations: page.operations.map(toOperation), nextCursor: page.nextCursor })
}

/** Answers with a page of the items that did not simply succeed, for both route families. */
export async function answerItems(ctx: HttpContext, find: FindOperation, list: ListItems) {
  const query = ctx.request.qs()
  const { limit = DEFAULT_LIMIT, outcome } = await itemListValidator.validate(query)
  const cursor = cursorOf(query)
  if (cursor && !/^\d{1,9}$/.test(cursor)) throw new Refusal('INVALID_CURSOR')
  const operation = await findRequestedOperation(ctx, find)
  return ok(await list.execute(operation.id, { outcome, limit, cursor: cursor ? Number(cursor) : undefined }))
}
