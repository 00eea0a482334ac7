import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import Deliveries from '#webhooks/queries/deliveries'
import Endpoints from '#webhooks/queries/endpoints'
import { ok } from '#http/envelope'
import { toDelivery } from './webhook_transformer.js'
import { DEFAULT_LIMIT, uuidCursorOf } from '#http/page'
import { uuidParam } from '#http/path'
import { deliveryListValidator } from './webhooks_input.js'

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
