import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#exceptions/envelope'
import ListProducts from '#queries/list_products'
import { toProduct } from '#transformers/product_transformer'

/** Products of an org (interface 4.1, contract 2). */
export default class ProductsController {
  @inject()
  async index({ scope }: HttpContext, list: ListProducts) {
    const products = await list.execute(scope)
    return ok({ products: products.map(toProduct) })
  }
}
