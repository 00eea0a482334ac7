import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answerOperations, findRequestedOperation } from '#controllers/operation_requests'
import { ok } from '#exceptions/envelope'
import FindOperation from '#queries/operations/find_operation'
import ListOperations from '#queries/operations/list_operations'
import { toOperation } from '#transformers/operation_transformer'

/** Operations of an org (contract#operation-routes). */
export default class OperationsController {
  @inject()
  index(ctx: HttpContext, list: ListOperations) {
    return answerOperations(ctx, list)
  }

  @inject()
  async show(ctx: HttpContext, find: FindOperation) {
    return ok({ operation: toOperation(await findRequestedOperation(ctx, find)) })
  }
}
