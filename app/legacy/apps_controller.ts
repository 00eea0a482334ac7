import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import CreateProduct from '#catalog/actions/create_product'
import DeleteProduct from '#catalog/actions/delete_product'
import { deletedAppValidator, newAppValidator } from './legacy_input.js'
import ListProducts from '#catalog/queries/list_products'
import Refusal from '#kernel/refusals/refusal'
import { ok } from '#http/envelope'
import { toProduct } from '#catalog/http/product_transformer'
import { looseLimitQuery } from '#http/page'

/**
 * Apps, as the secondary route set calls products. An API key sees only the app it is bound to
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

  /** Creates an app in the user's active org. @throws Refusal FORBIDDEN for a body that names another org. */
  @inject()
  async store(ctx: HttpContext, create: CreateProduct) {
    const { orgId, ...app } = await newAppValidator.validate(ctx.request.body())
    if (orgId && orgId !== ctx.scope.orgId) {
      throw new Refusal('FORBIDDEN', {
        message: `orgId must be your active org, ${ctx.scope.orgId}: choose another one with POST /v1/dashboard/active-org`,
      })
    }
    const product = await create.execute(ctx.scope, app, originOf(ctx))
    ctx.response.status(201)
    return ok({ app: toProduct(product) })
  }

  /** Deletes an app without licenses. @throws Refusal PRODUCT_NOT_FOUND, CONFLICT */
  @inject()
  async destroy(ctx: HttpContext, remove: DeleteProduct) {
    const { appId } = await deletedAppValidator.validate(ctx.request.body())
    return ok({ id: await remove.execute(ctx.scope, appId, originOf(ctx)) })
  }
}
