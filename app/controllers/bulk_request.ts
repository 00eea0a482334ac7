import type { HttpContext } from '@adonisjs/core/http'
import type StartBulkChange from '#actions/operations/start_bulk_change'
import type { OperationType } from '#domain/operation/operation'
import { bulkBody } from '#validators/operations'
import { accepted } from './accepted.js'

/** Reads the body of a bulk call, starts its operation and answers 202, for both route families. */
export async function startBulkRequest(ctx: HttpContext, type: OperationType, start: StartBulkChange) {
  return accepted(ctx, await start.execute(ctx.scope, type, await bulkBody(type, ctx.request.body())))
}
