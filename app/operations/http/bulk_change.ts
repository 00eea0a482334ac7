import type { HttpContext } from '@adonisjs/core/http'
import { requireFilterRights } from '#licensing/http/filter_rights'
import StartBulkChange from '#operations/actions/start_bulk_change'
import type { OperationType } from '#operations/kinds/registry'
import { noParametersValidator } from '#http/strict'
import { accepted } from './accepted.js'
import { bulkBody } from './bulk_body.js'

/**
 * The handler that starts a change of one type on many licenses and responds 202 (interface#bulk-changes,
 * contract#bulk-requests).
 */
export function bulkChange(type: OperationType) {
  return async (ctx: HttpContext) => {
    const start = await ctx.containerResolver.make(StartBulkChange)
    await noParametersValidator.validate(ctx.request.qs())
    const body = await bulkBody(type, ctx.request.body(), ctx.lists)
    if (body.filter) requireFilterRights(ctx, body.filter)
    return accepted(ctx, await start.execute(ctx.scope, type, body))
  }
}
