import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import UpdateProduct from '#actions/products/update_product'
import { ok } from '#exceptions/envelope'
import Refusal from '#exceptions/refusal'
import { originOf } from '#middleware/origin'
import FindProduct from '#queries/find_product'
import { toProduct } from '#transformers/product_transformer'
import { patchProductValidator } from '#validators/products'

/** The product that an API key is bound to: product:read and product:write (interface#52-api-key-scopes). */
export default class ProductSettingsController {
  @inject()
  async show({ scope }: HttpContext, find: FindProduct) {
    const product = await find.execute(scope, scope.productId!)
    if (!product) throw new Refusal('PRODUCT_NOT_FOUND')
    return ok({ product: toProduct(product) })
  }

  @inject()
  async update(ctx: HttpContext, update: UpdateProduct) {
    const fields = await patchProductValidator.validate(ctx.request.body())
    const product = await update.execute(ctx.scope, ctx.scope.productId!, fields, originOf(ctx))
    return ok({ product: toProduct(product) })
  }
}
