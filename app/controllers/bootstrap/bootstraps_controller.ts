import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import CreateApiKey from '#actions/api_keys/create_api_key'
import EnsureBootstrapOrg from '#actions/orgs/ensure_bootstrap_org'
import CreateProduct from '#actions/products/create_product'
import Refusal from '#exceptions/refusal'
import { originOf } from '#middleware/origin'
import FindOwner from '#queries/access/find_owner'
import { toIssuedApiKey } from '#transformers/api_key_transformer'
import { ok } from '#transformers/envelope'
import { toProduct } from '#transformers/product_transformer'
import { bootstrapApiKeyValidator, expiryOf } from '#validators/api_key'
import { bootstrapProductValidator } from '#validators/bootstrap'

/** The first products and keys of a deployment (interface#46-bootstrap). */
export default class BootstrapsController {
  /** POST /v1/products. Errors: ORG_NOT_FOUND. */
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
    const product = await createProduct.execute({ orgId: owner }, { name, policy }, originOf(ctx))
    ctx.response.status(201)
    return ok({ product: toProduct(product) })
  }

  /** POST /v1/api-keys. Errors: PRODUCT_NOT_FOUND. */
  @inject()
  async apiKey(ctx: HttpContext, find: FindOwner, createApiKey: CreateApiKey) {
    const { productId, name, permissions, expiresAt } = await bootstrapApiKeyValidator.validate(
      ctx.request.body()
    )
    const scope = await find.ofProduct(productId)
    if (!scope) throw new Refusal('PRODUCT_NOT_FOUND')
    const issued = await createApiKey.execute({
      orgId: scope.orgId,
      productId,
      name,
      permissions,
      expiresAt: expiryOf(expiresAt),
      origin: originOf(ctx),
    })
    ctx.response.status(201)
    return ok({ apiKey: toIssuedApiKey(issued) })
  }
}
