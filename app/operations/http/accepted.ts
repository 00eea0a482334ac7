import type { HttpContext } from '@adonisjs/core/http'
import { isUser } from '#access/view'
import type { OperationRow } from '#operations/kinds/registry'
import { ok } from '#http/envelope'
import { toOperation } from './operation_transformer.js'

/** Responds 202 with a started operation and its location (contract#starting-and-waiting). */
export function accepted({ response, scope }: HttpContext, operation: OperationRow) {
  const owner =
    scope.actor.type === 'apiKey' ? `products/${scope.productId}` : `dashboard/orgs/${operation.orgId}`
  response.status(202).header('Location', `/v1/${owner}/operations/${operation.id}`)
  return ok({ operation: toOperation(operation, isUser(scope)) })
}
