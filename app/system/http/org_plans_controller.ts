import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ListProducts from '#catalog/queries/list_products'
import { limits } from '#config/limits'
import { quotas } from '#config/quotas'
import { ok } from '#http/envelope'
import { noParametersValidator } from '#http/strict'
import { WHOLE_LIST } from '#kernel/database/keyset'
import { usedInWindows } from '#kernel/limits/used_in_windows'
import CountLicenses from '#licensing/queries/count_licenses'
import FindOrgPlan from '#orgs/queries/find_org_plan'

/** The plan of an org, its limits and its usage (contract/14-billing). */
export default class OrgPlansController {
  /** A limit of -1 means unlimited. */
  @inject()
  async show(
    { request, scope }: HttpContext,
    findPlan: FindOrgPlan,
    listProducts: ListProducts,
    countLicenses: CountLicenses
  ) {
    await noParametersValidator.validate(request.qs())
    const [plan, products, counts] = await Promise.all([
      findPlan.execute(scope),
      listProducts.execute(scope, WHOLE_LIST),
      countLicenses.counts(scope),
    ])
    const windows = products.items.map(({ id }) => `product:${id}`)
    return ok({
      plan,
      limits: {
        requestsPerMinute: { perKey: limits.keyPerMinute[plan], perProduct: limits.productPerMinute },
        ...{ products: quotas.productsPerOrg, apiKeysPerProduct: quotas.apiKeysPerProduct },
        ...{ endpointsPerProduct: quotas.endpointsPerProduct, members: quotas.membersPerOrg },
        ...{ openOperations: quotas.openOperationsPerOrg, storedMib: quotas.storedMibPerOrg },
      },
      usage: {
        licenses: counts.reduce((sum, { count }) => sum + count, 0),
        requestsThisMinute: await usedInWindows(windows).catch(() => null),
      },
    })
  }
}
