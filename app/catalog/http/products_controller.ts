import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import CreateProduct from '#catalog/actions/create_product'
import DeleteProduct from '#catalog/actions/delete_product'
import UpdateProduct from '#catalog/actions/update_product'
import Refusal from '#kernel/refusals/refusal'
import { originOf } from '#access/origin'
import FindProduct from '#catalog/queries/find_product'
import ListProducts from '#catalog/queries/list_products'
import { ok } from '#http/envelope'
import { toProduct } from './product_transformer.js'
import { ifMatch } from '#http/if_match'
import { limitQuery } from '#http/page'
import { createProductValidator, patchProductValidator } from './products_input.js'
import { noFieldsValidator } from '#http/strict'

/** Products of an org, and the product of an API key (interface#41-session-and-user, contract#products). */
export default class ProductsController {
  @inject()
  async index({ request, scope }: HttpContext, list: ListProducts) {
    const { items, nextCursor } = await list.execute(scope, await limitQuery(request.qs()))
    return ok({ products: items.map(toProduct), nextCursor })
  }

  @inject()
  async store(ctx: HttpContext, create: CreateProduct) {
    const fields = await createProductValidator.validate(ctx.request.body())
    const product = await create.execute(ctx.scope, fields, originOf(ctx))
    ctx.response.status(201)
    return ok({ product: toProduct(product) })
  }

  @inject()
  async show({ scope }: HttpContext, find: FindProduct) {
    const product = await find.execute(scope, scope.productId!)
    if (!product) throw new Refusal('PRODUCT_NOT_FOUND')
    return ok({ product: toProduct(product) })
  }

  @inject()
  async update(ctx: HttpContext, update: UpdateProduct) {
    const fields = await patchProductValidator.validate(ctx.request.body())
    const change = { ...fields, revision: ifMatch(ctx) }
    const product = await update.execute(ctx.scope, ctx.scope.productId!, change, originOf(ctx))
    return ok({ product: toProduct(product) })
  }

  @inject()
  async destroy(ctx: HttpContext, remove: DeleteProduct) {
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ id: await remove.execute(ctx.scope, ctx.scope.productId!, originOf(ctx)) })
  }
}
