import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import EraseEndUser from '#end_users/actions/erase_end_user'
import { ok } from '#http/envelope'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'
import { operationViewOf, toOperation } from '#operations/http/operation_transformer'
import { erasureQueryValidator } from './erasure_input.js'

/** Erases end users for the merchant (contract/09-end-users#96-the-merchants-side). */
@inject()
export default class EndUserErasuresController {
  constructor(protected erase: EraseEndUser) {}

  /** Responds with 202 if there are too many licenses for one request, so that an operation removes their owner. */
  async destroy(ctx: HttpContext) {
    const { request, response, scope } = ctx
    const id = uuidParam(ctx, 'endUserId')
    await noFieldsValidator.validate(request.body())
    const { licenses = 'keep' } = await erasureQueryValidator.validate(request.qs())
    const operation = await this.erase.execute(scope, id, licenses, originOf(ctx))
    if (operation) {
      const location = `/v1/dashboard/orgs/${scope.orgId}/operations/${operation.id}`
      response.status(202).header('Location', location)
    }
    return ok({ id, ...(operation && { operation: toOperation(operation, operationViewOf(ctx)) }) })
  }
}
