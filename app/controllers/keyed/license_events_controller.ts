import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#exceptions/envelope'
import Refusal from '#exceptions/refusal'
import { uuidParam } from '#middleware/org_middleware'
import ListLicenseEvents from '#queries/licenses/list_license_events'
import { toLicenseEvent } from '#transformers/license_event_transformer'
import { limitQuery } from '#validators/page'
import { licenseView } from './license_view.js'

/** GET /v1/products/:productId/licenses/:id/events: the timeline, as users see it (contract#timeline-and-deletion). */
export default class LicenseEventsController {
  @inject()
  async index(ctx: HttpContext, list: ListLicenseEvents) {
    const id = uuidParam(ctx, 'id')
    const { limit, cursor } = await limitQuery(ctx.request.qs())
    if (!(await list.exists(ctx.scope, id))) throw new Refusal('LICENSE_NOT_FOUND')
    const { events, nextCursor } = await list.execute(ctx.scope, id, limit, cursor)
    return ok({ events: events.map((one) => toLicenseEvent(one, licenseView(ctx))), nextCursor })
  }
}
