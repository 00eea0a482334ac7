import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ReplayDeliveries from '#actions/webhooks/replay_deliveries'
import ReplayDelivery from '#actions/webhooks/replay_delivery'
import SendTest from '#actions/webhooks/send_test'
import { invalidField } from '#exceptions/refusal'
import { ok } from '#transformers/envelope'
import { toDelivery } from '#transformers/webhook_transformer'
import { uuidParam } from '#validators/path'
import { noFieldsValidator } from '#validators/strict'
import { bulkReplayValidator } from '#validators/webhooks'

/**
 * What a merchant sends by hand: tests and replays (interface#47-webhook-management, contract#delivery-record,
 * contract#bulk-replay).
 */
export default class WebhookSendsController {
  @inject()
  async test(ctx: HttpContext, send: SendTest) {
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ delivery: toDelivery(await send.execute(ctx.scope, uuidParam(ctx, 'endpointId'))) })
  }

  @inject()
  async replay(ctx: HttpContext, replay: ReplayDelivery) {
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ delivery: toDelivery(await replay.execute(ctx.scope, uuidParam(ctx, 'deliveryId'))) })
  }

  @inject()
  async replayMany(ctx: HttpContext, replay: ReplayDeliveries) {
    const endpointId = uuidParam(ctx, 'endpointId')
    const asked = await bulkReplayValidator.validate(ctx.request.body())
    const { since, until } = asked
    if (until !== undefined && until < since) throw invalidField('until', 'until must not be before since')
    const count = await replay.execute(ctx.scope, endpointId, asked)
    return ok({ count })
  }
}
