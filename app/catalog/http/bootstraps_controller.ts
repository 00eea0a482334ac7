import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import CreateApiKey from '#catalog/actions/create_api_key'
import EnsureBootstrapOrg from '#orgs/actions/ensure_bootstrap_org'
import CreateProduct from '#catalog/actions/create_product'
import Refusal from '#kernel/refusals/refusal'
import { originOf } from '#access/origin'
import FindOwner from '#catalog/queries/find_owner'
import { toIssuedApiKey } from './api_key_transformer.js'
import { ok } from '#http/envelope'
import { toProduct } from './product_transformer.js'
import { bootstrapApiKeyValidator, expiryDate } from './api_key_input.js'
import { bootstrapProductValidator } from './bootstrap_input.js'

/** The first products and keys of a deployment (interface#46-bootstrap). */
export default class BootstrapsController {
  /** POST /v1/products. @throws Refusal ORG_NOT_FOUND; FORBIDDEN if the org is suspended. */
  @inject()
  async product(
    ctx: HttpContext,
    find: FindOwner,
    ensureOrg: EnsureBootstrapOrg,
    createProduct: CreateProduct
  ) {
    const { name, policy, orgId } = await bootstrapProductValidator.validate(ctx.request.body())
    if (orgId && !(await find.orgExists(orgId))) throw new Refusal('ORG_NOT_FOUND')
    const owner = orgId ?? (await ensureOrg.execute())
    await find.assertNotSuspended(owner)
    const product = await createProduct.execute({ orgId: owner }, { name, policy }, originOf(ctx))
    ctx.response.status(201)
    return ok({ product: toProduct(product) })
  }

  /** POST /v1/api-keys. @throws Refusal PRODUCT_NOT_FOUND; FORBIDDEN if the org is suspended. */
  @inject()
  async apiKey(ctx: HttpContext, find: FindOwner, createApiKey: CreateApiKey) {
    const { productId, name, permissions, expiresAt } = await bootstrapApiKeyValidator.validate(
      ctx.request.body()
    )
    const scope = await find.ofProduct(productId)
    if (!scope) throw new Refusal('PRODUCT_NOT_FOUND')
    await find.assertNotSuspended(scope.orgId)
    const issued = await createApiKey.execute({
      orgId: scope.orgId,
      productId,
      name,
      permissions,
      expiresAt: expiryDate(expiresAt),
      origin: originOf(ctx),
    })
    ctx.response.status(201)
    return ok({ apiKey: toIssuedApiKey(issued) })
  }
}
