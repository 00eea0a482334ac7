import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#exceptions/envelope'
import Refusal from '#exceptions/refusal'
import FindProduct from '#queries/find_product'
import { toProduct } from '#transformers/product_transformer'

/** Apps, as the secondary route set calls products: an API key sees the one that it is bound to (interface 4.9). */
export default class AppsController {
  @inject()
  async index({ scope }: HttpContext, find: FindProduct) {
    const product = await find.execute(scope, scope.productId!)
    return ok({ apps: product ? [toProduct(product)] : [] })
  }

  @inject()
  async products({ scope }: HttpContext, find: FindProduct) {
    const product = await find.execute(scope, scope.productId!)
    return ok({ products: product ? [toProduct(product)] : [] })
  }

  /** Making and deleting products is for users, as on POST /v1/products (interface 4.6). */
  refuse() {
    throw new Refusal('APIKEY_NOT_ALLOWED')
  }
}
