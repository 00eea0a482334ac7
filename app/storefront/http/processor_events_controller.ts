import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import { bodies } from '#config/bodies'
import { ok } from '#http/envelope'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'
import { parseJsonBody, readBody, refuseEncoding } from '#kernel/net/request_body'
import ReceiveEvent from '#storefront/actions/receive_event'
import TryEvent from '#storefront/actions/try_event'
import FindProcessors from '#storefront/queries/find_processors'
import type { Loose } from '#storefront/rules/providers/reading'
import { toLedgerEvent } from './processor_transformer.js'
import { processorEventsQuery, triedEventValidator } from './processors_input.js'

/**
 * Receives events of payment processors, and shows them to the merchant (contract/10-storefront#106-processor-events).
 */
export default class ProcessorEventsController {
  /** Receives an event. Its signature is the credential. */
  @inject()
  async receive(ctx: HttpContext, receive: ReceiveEvent) {
    const { request } = ctx
    const processor = await receive.find(uuidParam(ctx, 'processorId'))
    refuseEncoding(request.request.headers)
    const raw = await readBody(request.request, bodies.limits.events)
    const read = () => parseJsonBody(raw, request.header('content-type')) as Loose
    const { duplicate } = await receive.execute(processor, {
      header: (name) => request.header(name),
      raw,
      read,
    })
    return ok({ received: true as const, duplicate })
  }

  @inject()
  async index(ctx: HttpContext, processors: FindProcessors) {
    const { state, page } = await processorEventsQuery(ctx.request.qs())
    const { id } = await processors.byId(ctx.scope, uuidParam(ctx, 'processorId'))
    const { items, nextCursor } = await processors.events(id, state, page)
    return ok({ events: items.map(toLedgerEvent), nextCursor })
  }

  @inject()
  async try(ctx: HttpContext, tryEvent: TryEvent) {
    const id = uuidParam(ctx, 'processorId')
    await triedEventValidator.validate(ctx.request.body())
    const { event } = ctx.request.body() as { event: Loose }
    return ok({ would: await tryEvent.execute(ctx.scope, id, event) })
  }

  @inject()
  async replay(ctx: HttpContext, tryEvent: TryEvent) {
    const [id, eventId] = [uuidParam(ctx, 'processorId'), uuidParam(ctx, 'eventId')]
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ id: await tryEvent.replay(ctx.scope, id, eventId, originOf(ctx)) })
  }
}
