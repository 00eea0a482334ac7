import { productProblems } from '#domain/policy/product'
import type { Scope } from '#domain/scope'
import { invalidFields } from '#exceptions/refusal'
import { PRODUCT_COLUMNS, type ProductRow } from '#queries/list_products'
import { newId } from '#services/ids'
import { firstRow } from '#services/sql'
import { transaction } from '#services/unit_of_work'

export type NewProduct = {
  name: string
  keyPrefix?: string | null
  policy?: unknown
}

/** Adds a product to an org (contract 2, Products). Errors: VALIDATION_ERROR. */
export default class CreateProduct {
  async execute(scope: Pick<Scope, 'orgId'>, product: NewProduct, now = Date.now()): Promise<ProductRow> {
    const problems = productProblems(product)
    if (problems.length > 0) throw invalidFields(problems)
    const at = new Date(now)
    const row = await transaction((trx) =>
      firstRow<ProductRow>(
        trx,
        `insert into products (id, org_id, name, key_prefix, policy, created_at, updated_at)
         values (?, ?, ?, ?, ?, ?, ?) returning ${PRODUCT_COLUMNS}`,
        [
          newId(),
          scope.orgId,
          product.name.trim(),
          product.keyPrefix ?? null,
          JSON.stringify(product.policy ?? {}),
          at,
          at,
        ]
      )
    )
    return row!
  }
}
