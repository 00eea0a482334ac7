import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import MergeEndUsers from '#end_users/actions/merge_end_users'
import { ok } from '#http/envelope'
import { uuidParam } from '#http/path'
import { operationViewOf, toOperation } from '#operations/http/operation_transformer'
import { toFullEndUser } from './end_user_transformer.js'
import { mergeValidator } from './person_input.js'

/** Merges two end users (contract/09-end-users#96-the-merchants-side). */
@inject()
export default class EndUserMergesController {
  constructor(protected merges: MergeEndUsers) {}

  /** Responds with 202 if there are too many licenses for one request, so that an operation moves them. */
  async store(ctx: HttpContext) {
    const { response, scope } = ctx
    const id = uuidParam(ctx, 'endUserId')
    const merge = await mergeValidator.validate(ctx.request.body())
    const { endUser, operation } = await this.merges.execute(scope, id, merge, originOf(ctx))
    if (operation) {
      const location = `/v1/dashboard/orgs/${scope.orgId}/operations/${operation.id}`
      response.status(202).header('Location', location)
    }
    return ok({
      endUser: toFullEndUser(endUser),
      ...(operation && { operation: toOperation(operation, operationViewOf(ctx)) }),
    })
  }
}
