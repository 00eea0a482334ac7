import { isDeepStrictEqual } from 'node:util'
import { declaredDefaults, type Features } from '#catalog/rules/features'
import { productProblems, type ProductFields } from '#catalog/rules/product'
import type { Scope } from '#kernel/audit/scope'
import { parseJson } from '#kernel/json/json'
import { EMPTY_PATCH } from '#kernel/refusals/field_problem'
import Refusal, { invalidFields } from '#kernel/refusals/refusal'
import { PRODUCT_COLUMNS, type ProductRow } from '#catalog/queries/list_products'
import { assertRevision } from '#kernel/refusals/revision'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { assertFeatures } from './assert_features.js'

type ProductChange = ProductFields & { revision?: number | null; confirm?: boolean }

/**
 * Changes a product. Fields that are left out stay unchanged, and a new policy replaces the old one as a whole
 * (contract#products). If all fields already have the requested values, nothing is written.
 * `revision`: the revision that the change is based on.
 * `confirm`: also withdraws features that licenses have.
 * @throws Refusal VALIDATION_ERROR, PRODUCT_NOT_FOUND, CONFLICT
 */
export default class UpdateProduct {
  async execute(
    scope: Scope,
    id: string,
    { revision = null, confirm = false, ...fields }: ProductChange,
    origin: Origin,
    now = Date.now()
  ): Promise<ProductRow> {
    const { name, keyPrefix, policy, distribution, features } = fields
    const problems = productProblems(fields)
    if (Object.values(fields).every((given) => given === undefined)) {
      problems.push(EMPTY_PATCH)
    }
    if (problems.length > 0) throw invalidFields(problems)
    return transaction(async (trx) => {
      const found = await firstRow<ProductRow & { defaults: Features }>(
        trx,
        `select ${PRODUCT_COLUMNS}, feature_defaults as defaults from products
         where id = ? and org_id = ? for no key update`,
        [id, scope.orgId]
      )
      if (!found) throw new Refusal('PRODUCT_NOT_FOUND')
      const { defaults: declared, ...before } = found
      assertRevision(before.revision, revision)
      if (isUnchanged(before, fields)) return before
      const defaults = features && declaredDefaults(features)
      if (defaults) await assertFeatures(trx, id, declared, defaults, confirm)
      const product = await firstRow<ProductRow>(
        trx,
        `update products set name = coalesce(?, name), key_prefix = case when ? then ? else key_prefix end,
           distribution = coalesce(?, distribution), policy = coalesce(?::jsonb, policy),
           features = coalesce(?::jsonb, features), feature_defaults = coalesce(?::jsonb, feature_defaults),
           revision = revision + 1, updated_at = to_timestamp(?::float8 / 1000)
         where id = ? and org_id = ? returning ${PRODUCT_COLUMNS}`,
        [
          name?.trim() ?? null,
          keyPrefix !== undefined,
          keyPrefix ?? null,
          distribution ?? null,
          ...[policy, features, defaults].map((value) =>
            value === undefined ? null : JSON.stringify(value)
          ),
          now,
          id,
          scope.orgId,
        ]
      )
      const { orgId } = scope
      await recordAudit(
        trx,
        origin,
        { orgId, action: 'product.updated', subject: id, data: { ...fields } },
        now
      )
      return product!
    })
  }
}

/** Whether the product already has all these values, in any order of the keys of a policy. */
function isUnchanged(product: ProductRow, { name, ...others }: ProductFields): boolean {
  const asked = { ...others, name: name?.trim() }
  return (Object.keys(asked) as (keyof ProductFields)[]).every(
    (field) => asked[field] === undefined || isDeepStrictEqual(stored(asked[field]), product[field])
  )
}

/** The value as the database returns it. */
const stored = (value: unknown): unknown => parseJson(JSON.stringify(value))
