import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { isUuid } from '#domain/uuid'
import { ok } from '#exceptions/envelope'
import Refusal from '#exceptions/refusal'
import { uuidParam } from '#middleware/org_middleware'
import Deliveries from '#queries/webhooks/deliveries'
import Endpoints from '#queries/webhooks/endpoints'
import { toDelivery } from '#transformers/webhook_transformer'
import { DEFAULT_LIMIT } from '#validators/page'
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
      throw new Refusal('NOT_FOUND', { message: 'No such webhook endpoint' })
    }
    const page = await deliveries.page(endpointId, limit, cursorOf(ctx))
    if (!page) throw new Refusal('INVALID_CURSOR')
    return ok({ deliveries: page.deliveries.map(toDelivery), nextCursor: page.nextCursor })
  }
}

/** The `cursor` of the query; empty means the beginning. Errors: INVALID_CURSOR for what cannot be one. */
function cursorOf({ request }: HttpContext): string | null {
  const cursor: unknown = request.qs().cursor
  if (cursor === undefined || cursor === '') return null
  if (!isUuid(cursor)) throw new Refusal('INVALID_CURSOR')
  return cursor.toLowerCase()
}
