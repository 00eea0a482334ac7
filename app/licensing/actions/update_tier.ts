import { isDeepStrictEqual } from 'node:util'
import { assertFeatureRoom } from '#catalog/queries/feature_room'
import { takings } from '#catalog/rules/takings'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { EMPTY_PATCH } from '#kernel/refusals/field_problem'
import { invalidFields } from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { unconfirmed } from '#catalog/rules/confirmation'
import { settledTier, type TierInput } from '#licensing/rules/tier'
import { TIER_COLUMNS, type TierRow } from '#licensing/queries/tier_rows'
import { assertCodeFree, lockTier, lockTierProduct, tierValues } from '#licensing/store/tier_store'

/** A changed tier, with the number of licenses from which the change took something away. */
export type UpdatedTier = { tier: TierRow; affected: number }

/**
 * PATCH of a tier (contract/17-tiers). The changes apply to all of its licenses at once, because licenses read them
 * through the tier. Changed terms apply only to licenses that are created later. Fields that already have the requested
 * value change nothing and leave nothing in the audit log.
 * @throws Refusal NOT_FOUND; VALIDATION_ERROR, also for an unconfirmed change that takes something away from licenses;
 *   CONFLICT for a code that is taken
 */
export default class UpdateTier {
  async execute(
    scope: Scope,
    id: string,
    { confirm = false, ...input }: TierInput & { confirm?: boolean },
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<UpdatedTier> {
    if (Object.values(input).every((given) => given === undefined)) throw invalidFields([EMPTY_PATCH])
    return transaction(async (trx) => {
      const product = await lockTierProduct(trx, scope, scope.productId!)
      const before = await lockTier(trx, scope, id)
      // Features that stay the same may name some that the product has withdrawn since.
      const isKept = isDeepStrictEqual(input.features, before.features)
      const asked = isKept ? { ...input, features: undefined } : input
      const verdict = settledTier(before, asked, product.featureDefaults, now)
      if (!verdict.allow) throw invalidFields(verdict.reason)
      const after = verdict.tier
      if (isDeepStrictEqual(after, before)) return { tier: before, affected: 0 }
      await assertCodeFree(trx, product.id, after.code, id)
      if (before.licenseCount > 0 && !isDeepStrictEqual(before.features, after.features)) {
        const own = { sql: 'l.product_id = ? and l.tier_id = ?', values: [product.id, id] }
        await assertFeatureRoom(trx, own, { tier: after.features })
      }
      const taken = takings(product, before, after)
      const affected = taken.length > 0 ? before.licenseCount : 0
      if (affected > 0 && !confirm) throw invalidFields(unconfirmed(affected, taken))
      const { names, marks, values } = tierValues(after)
      const tier = await firstRow<TierRow>(
        trx,
        `update tiers set ${names.map((name, at) => `${name} = ${marks[at]}`).join(', ')},
           revision = revision + 1, updated_at = to_timestamp(?::float8 / 1000)
         where id = ? returning ${TIER_COLUMNS}`,
        [...values, now, id]
      )
      const { orgId } = scope
      const data = { ...input, affected }
      await recordAudit(trx, origin, { orgId, action: 'tier.updated', subject: id, data }, now)
      return { tier: tier!, affected }
    })
  }
}
