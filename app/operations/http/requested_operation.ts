import type { HttpContext } from '@adonisjs/core/http'
import { noSuch } from '#kernel/refusals/refusals'
import type FindOperation from '#operations/queries/find_operation'
import { uuidParam } from '#http/path'

/**
 * The operation in the path.
 * @throws Refusal NOT_FOUND when it is missing or out of scope (contract#records-by-their-id).
 */
export async function findRequestedOperation(ctx: HttpContext, find: FindOperation) {
  const operation = await find.inScope(ctx.scope, uuidParam(ctx, 'operationId'))
  if (!operation) throw noSuch('operation')
  return operation
}
