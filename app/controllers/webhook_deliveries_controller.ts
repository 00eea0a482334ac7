import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import Refusal from '#exceptions/refusal'
import { noSuch } from '#exceptions/refusals'
import Deliveries from '#queries/webhooks/deliveries'
import Endpoints from '#queries/webhooks/endpoints'
import { ok } from '#transformers/envelope'
import { toDelivery } from '#transformers/webhook_transformer'
import { DEFAULT_LIMIT, uuidCursorOf } from '#validators/page'
import { uuidParam } from '#validators/path'
import { deliveryListValidator } from '#validators/webhooks'

/**
 * GET .../:endpointId/deliveries (interface#47-webhook-management), of a removed endpoint too: its record tells why it
 * ended.
 */
export default class WebhookDeliveriesController {
  @inject()
  async index(ctx: HttpContext, endpoints: Endpoints, deliveries: Deliveries) {
    const endpointId = uuidParam(ctx, 'endpointId')
    const { limit = DEFAULT_LIMIT } = await deliveryListValidator.validate(ctx.request.qs())
    if (!(await endpoints.everHad(ctx.scope, endpointId))) {
      throw noSuch('webhook endpoint')
    }
    const page = await deliveries.page(endpointId, limit, uuidCursorOf(ctx.request.qs()) ?? null)
    if (!page) throw new Refusal('INVALID_CURSOR')
    return ok({ deliveries: page.deliveries.map(toDelivery), nextCursor: page.nextCursor })
  }
}
