import { declaredDefaults, type FeatureDeclaration } from '#catalog/rules/features'
import { productProblems, type Distribution } from '#catalog/rules/product'
import type { Scope } from '#kernel/audit/scope'
import { invalidFields } from '#kernel/refusals/refusal'
import { PRODUCT_COLUMNS, type ProductRow } from '#catalog/queries/list_products'
import { recordAudit, SYSTEM, type Origin } from '#kernel/audit/audit'
import { newId } from '#kernel/secrets/ids'
import { assertRoom } from '#kernel/limits/quotas'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'

export type NewProduct = {
  name: string
  keyPrefix?: string | null
  policy?: unknown
  distribution?: Distribution
  features?: FeatureDeclaration[]
}

/**
 * Adds a product to an org (contract#products).
 *
 * @throws Refusal VALIDATION_ERROR, LIMIT_REACHED.
 */
export default class CreateProduct {
  async execute(
    { orgId }: Pick<Scope, 'orgId'>,
    product: NewProduct,
    origin: Origin = SYSTEM,
    now = Date.now()
  ): Promise<ProductRow> {
    const problems = productProblems(product)
    if (problems.length > 0) throw invalidFields(problems)
    const at = new Date(now)
    const id = newId()
    const name = product.name.trim()
    const { features = [] } = product
    const row = await transaction(async (trx) => {
      await assertRoom(trx, 'productsPerOrg', orgId)
      await recordAudit(trx, origin, { orgId, action: 'product.created', subject: id, data: { name } }, now)
      return firstRow<ProductRow>(
        trx,
        `insert into products
           (id, org_id, name, key_prefix, policy, distribution, features, feature_defaults, created_at, updated_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning ${PRODUCT_COLUMNS}`,
        [
          ...[id, orgId, name, product.keyPrefix ?? null, JSON.stringify(product.policy ?? {})],
          product.distribution ?? 'licensed',
          ...[JSON.stringify(features), JSON.stringify(declaredDefaults(features)), at, at],
        ]
      )
    })
    return row!
  }
}
