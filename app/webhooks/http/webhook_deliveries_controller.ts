import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import Deliveries, { type Sender } from '#webhooks/queries/deliveries'
import FindDelivery from '#webhooks/queries/delivery_detail'
import Endpoints from '#webhooks/queries/endpoints'
import { ok } from '#http/envelope'
import { toDelivery, toDeliveryDetail } from './webhook_transformer.js'
import { DEFAULT_LIMIT, uuidCursorOf } from '#http/page'
import { uuidParam } from '#http/path'
import { deliveryListValidator } from './webhooks_input.js'

/** Lists and shows deliveries (interface#47-webhook-management, contract/01-changes#reads-for-a-console). */
@inject()
export default class WebhookDeliveriesController {
  constructor(protected deliveries: Deliveries) {}

  /** Lists the deliveries of one endpoint, even of a removed one, because its record says why they ended. */
  @inject()
  async index(ctx: HttpContext, endpoints: Endpoints) {
    const endpointId = uuidParam(ctx, 'endpointId')
    const has = () => endpoints.everHad(ctx.scope, endpointId)
    return this.#page(ctx, { endpointId }, has)
  }

  /** Lists the deliveries of the org. */
  async ofOrg(ctx: HttpContext) {
    return this.#page(ctx, { orgId: ctx.scope.orgId })
  }

  @inject()
  async show(ctx: HttpContext, find: FindDelivery) {
    const delivery = await find.execute(ctx.scope, uuidParam(ctx, 'deliveryId'))
    if (!delivery) throw noSuch('delivery')
    return ok({ delivery: toDeliveryDetail(delivery) })
  }

  async #page({ request }: HttpContext, sender: Sender, exists = async () => true) {
    const { limit = DEFAULT_LIMIT, cursor: _, ...filter } = await deliveryListValidator.validate(request.qs())
    if (!(await exists())) throw noSuch('webhook endpoint')
    const page = await this.deliveries.page(sender, filter, limit, uuidCursorOf(request.qs()) ?? null)
    if (!page) throw new Refusal('INVALID_CURSOR')
    return ok({ deliveries: page.deliveries.map(toDelivery), nextCursor: page.nextCursor })
  }
}
