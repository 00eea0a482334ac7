import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answerItems, answerOperations, findRequestedOperation } from '#controllers/operation_requests'
import { streamProgress } from '#controllers/progress_stream'
import { ok } from '#exceptions/envelope'
import FindOperation from '#queries/operations/find_operation'
import ListItems from '#queries/operations/list_items'
import ListOperations from '#queries/operations/list_operations'
import OperationWatch from '#services/operation_watch'
import { toOperation } from '#transformers/operation_transformer'

/** Operations that API keys of a product started (contract#api-key-family, contract#operation-routes). */
export default class OperationsController {
  @inject()
  index(ctx: HttpContext, list: ListOperations) {
    return answerOperations(ctx, list)
  }

  @inject()
  async show(ctx: HttpContext, find: FindOperation) {
    return ok({ operation: toOperation(await findRequestedOperation(ctx, find)) })
  }

  @inject()
  items(ctx: HttpContext, find: FindOperation, list: ListItems) {
    return answerItems(ctx, find, list)
  }

  @inject()
  stream(ctx: HttpContext, find: FindOperation, watch: OperationWatch) {
    return streamProgress(ctx, find, watch)
  }
}
