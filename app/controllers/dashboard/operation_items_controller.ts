import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answerItems } from '#controllers/operation_requests'
import FindOperation from '#queries/operations/find_operation'
import ListItems from '#queries/operations/list_items'

/** Items of an operation that were skipped or failed (contract#operation-routes). */
export default class OperationItemsController {
  @inject()
  index(ctx: HttpContext, find: FindOperation, list: ListItems) {
    return answerItems(ctx, find, list)
  }
}
