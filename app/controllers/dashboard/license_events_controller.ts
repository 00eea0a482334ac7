import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#exceptions/envelope'
import { uuidParam } from '#middleware/org_middleware'
import ListLicenseEvents from '#queries/licenses/list_license_events'
import { toLicenseEvent } from '#transformers/license_event_transformer'
import { limitQuery } from '#validators/page'

/** GET /v1/dashboard/licenses/:id/events: the timeline (contract#timeline-and-deletion). */
export default class LicenseEventsController {
  @inject()
  async index(ctx: HttpContext, list: ListLicenseEvents) {
    const { limit, cursor } = await limitQuery(ctx.request.qs())
    const { events, nextCursor } = await list.execute(ctx.scope, uuidParam(ctx, 'id'), limit, cursor)
    return ok({ events: events.map((one) => toLicenseEvent(one)), nextCursor })
  }
}
