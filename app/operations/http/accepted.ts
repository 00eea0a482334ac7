import type { HttpContext } from '@adonisjs/core/http'
import type { OperationRow } from '#operations/kinds/registry'
import { ok } from '#http/envelope'
import { operationViewOf, toOperation } from './operation_transformer.js'

/** Responds 202 with a started operation and its location (contract#starting-and-waiting). */
export function accepted(ctx: HttpContext, operation: OperationRow) {
  const { response, scope } = ctx
  const owner =
    scope.actor.type === 'apiKey' ? `products/${scope.productId}` : `dashboard/orgs/${operation.orgId}`
  response.status(202).header('Location', `/v1/${owner}/operations/${operation.id}`)
  return ok({ operation: toOperation(operation, operationViewOf(ctx)) })
}
