import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import Refusal from '#kernel/refusals/refusal'
import ListProducts from '#catalog/queries/list_products'
import { ok } from '#http/envelope'
import { toProduct } from '#catalog/http/product_transformer'
import { looseLimitQuery } from '#http/page'

/**
 * Apps, as the secondary route set calls products: an API key sees the one that it is bound to
 * (interface#49-secondary-route-set-under-api).
 */
export default class AppsController {
  @inject()
  async index({ request, scope }: HttpContext, list: ListProducts) {
    const { items, nextCursor } = await list.execute(scope, await looseLimitQuery(request.qs()))
    return ok({ apps: items.map(toProduct), nextCursor })
  }

  @inject()
  async products({ request, scope }: HttpContext, list: ListProducts) {
    const { items, nextCursor } = await list.execute(scope, await looseLimitQuery(request.qs()))
    return ok({ products: items.map(toProduct), nextCursor })
  }

  /** Making and deleting products is for users, as on POST /v1/products (interface#46-bootstrap). */
  refuse() {
    throw new Refusal('APIKEY_NOT_ALLOWED')
  }
}
