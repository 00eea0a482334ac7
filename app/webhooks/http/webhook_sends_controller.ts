import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ReplayDeliveries from '#webhooks/actions/replay_deliveries'
import ReplayDelivery from '#webhooks/actions/replay_delivery'
import SendTest from '#webhooks/actions/send_test'
import Endpoints from '#webhooks/queries/endpoints'
import { ok } from '#http/envelope'
import { countSend } from './count_send.js'
import { toDelivery } from './webhook_transformer.js'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'
import { bulkReplayValidator } from './webhooks_input.js'

/**
 * Manual sends: tests and replays (interface#47-webhook-management, contract#delivery-record, contract#bulk-replay).
 */
@inject()
export default class WebhookSendsController {
  constructor(protected endpoints: Endpoints) {}

  @inject()
  async test(ctx: HttpContext, send: SendTest) {
    await noFieldsValidator.validate(ctx.request.body())
    const { id } = await this.endpoints.open(ctx.scope, uuidParam(ctx, 'endpointId'))
    await countSend(ctx)
    return ok({ delivery: toDelivery(await send.execute(ctx.scope, id)) })
  }

  @inject()
  async replay(ctx: HttpContext, replay: ReplayDelivery) {
    await noFieldsValidator.validate(ctx.request.body())
    const id = uuidParam(ctx, 'deliveryId')
    await replay.source(ctx.scope, id)
    await countSend(ctx)
    return ok({ delivery: toDelivery(await replay.execute(ctx.scope, id)) })
  }

  @inject()
  async replayMany(ctx: HttpContext, replay: ReplayDeliveries) {
    const endpointId = uuidParam(ctx, 'endpointId')
    const asked = await bulkReplayValidator.validate(ctx.request.body())
    await this.endpoints.open(ctx.scope, endpointId)
    if (!asked.dryRun) await countSend(ctx)
    const count = await replay.execute(ctx.scope, endpointId, asked)
    return ok({ count })
  }
}
