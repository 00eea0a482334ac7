import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { streamProgress } from '#controllers/progress_stream'
import FindOperation from '#queries/operations/find_operation'
import OperationWatch from '#services/operation_watch'

/** GET .../operations/:operationId/stream (contract#operation-routes). */
export default class OperationStreamsController {
  @inject()
  show(ctx: HttpContext, find: FindOperation, watch: OperationWatch) {
    return streamProgress(ctx, find, watch)
  }
}
