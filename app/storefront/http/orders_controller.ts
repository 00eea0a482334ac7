import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import { ok } from '#http/envelope'
import { limitQuery } from '#http/page'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'
import { countedAttempt } from '#kernel/limits/attempt_limits'
import ClaimOrder from '#storefront/actions/claim_order'
import FulfilOrder from '#storefront/actions/fulfil_order'
import RecordSale from '#storefront/actions/record_sale'
import RejectOrder from '#storefront/actions/reject_order'
import ReverseOrder from '#storefront/actions/reverse_order'
import { findCheckout } from '#storefront/queries/find_checkout'
import FindOrder from '#storefront/queries/find_order'
import { toOrder, toOwnOrder } from './order_transformer.js'
import {
  claimValidator,
  ordersQuery,
  rejectReasonValidator,
  reversalValidator,
  saleValidator,
} from './orders_input.js'

/** Routes for orders, used by end users, members and API keys (contract/10-storefront#105-orders). */
@inject()
export default class OrdersController {
  constructor(protected orders: FindOrder) {}

  /** Lists the orders of the org, or of the API key's product. */
  async index(ctx: HttpContext) {
    const { filter, page } = await ordersQuery(ctx.request.qs())
    const { items, nextCursor } = await this.orders.page(ctx.scope, filter, page)
    return ok({ orders: items.map(toOrder), nextCursor })
  }

  /** Lists the end user's own orders. */
  async own({ portal, request, scope }: HttpContext) {
    const { items, nextCursor } = await this.orders.page(scope, {}, await limitQuery(request.qs()))
    return ok({ orders: items.map((one) => toOwnOrder(one, portal)), nextCursor })
  }

  async show(ctx: HttpContext) {
    return ok({ order: toOrder(await this.orders.byId(ctx.scope, uuidParam(ctx, 'orderId'))) })
  }

  /** Reads an order of the end user, with its checkout page if it still has to be paid. */
  async ownOne(ctx: HttpContext) {
    const order = await this.orders.byId(ctx.scope, uuidParam(ctx, 'orderId'))
    return ok({ order: toOwnOrder(order, ctx.portal), checkout: await findCheckout(order) })
  }

  @inject()
  async claim({ endUserId, portal, request, response, scope }: HttpContext, claim: ClaimOrder) {
    const { order, checkout } = await countedAttempt('orders', endUserId, async () =>
      claim.execute(scope, await claimValidator.validate(request.body()))
    )
    response.status(201)
    return ok({ order: toOwnOrder(order, portal), checkout })
  }

  @inject()
  async store(ctx: HttpContext, record: RecordSale) {
    const sale = await saleValidator.validate(ctx.request.body())
    const order = await record.execute(ctx.scope, sale, originOf(ctx))
    ctx.response.status(201)
    return ok({ order: toOrder(order) })
  }

  @inject()
  async fulfil(ctx: HttpContext, fulfil: FulfilOrder) {
    const id = uuidParam(ctx, 'orderId')
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ order: toOrder(await fulfil.execute(ctx.scope, id, originOf(ctx))) })
  }

  @inject()
  async reject(ctx: HttpContext, reject: RejectOrder) {
    const id = uuidParam(ctx, 'orderId')
    const { reason } = await rejectReasonValidator.validate(ctx.request.body())
    return ok({ order: toOrder(await reject.execute(ctx.scope, id, reason, originOf(ctx))) })
  }

  @inject()
  async reverse(ctx: HttpContext, reverse: ReverseOrder) {
    const id = uuidParam(ctx, 'orderId')
    const asked = await reversalValidator.validate(ctx.request.body())
    return ok({ order: toOrder(await reverse.execute(ctx.scope, id, asked, originOf(ctx))) })
  }
}
