import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import Refusal from '#kernel/refusals/refusal'
import ListLicenseEvents from '#licensing/queries/list_license_events'
import { ok } from '#http/envelope'
import { toLicenseEvent } from './license_event_transformer.js'
import { limitQuery } from '#http/page'
import { uuidParam } from '#http/path'

/** The timeline of a license, also of a deleted one (contract#timeline-and-deletion). */
export default class LicenseEventsController {
  @inject()
  async index(ctx: HttpContext, list: ListLicenseEvents) {
    const id = uuidParam(ctx, 'id')
    const { limit, cursor } = await limitQuery(ctx.request.qs())
    if (!(await list.exists(ctx.scope, id))) throw new Refusal('LICENSE_NOT_FOUND')
    const { events, nextCursor } = await list.execute(ctx.scope, id, limit, cursor)
    return ok({ events: events.map((one) => toLicenseEvent(one, ctx.sees)), nextCursor })
  }
}
