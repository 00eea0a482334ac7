import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import Refusal, { invalidFields } from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import type { Millis } from '#kernel/time/millis'
import { TIER_COLUMNS, type TierRow } from '#licensing/queries/tier_rows'
import {
  copyCode,
  MAX_TIERS,
  NEW_TIER,
  settledTier,
  type TierFields,
  type TierInput,
} from '#licensing/rules/tier'
import { assertCodeFree, lockTier, lockTierProduct, tierValues } from '#licensing/store/tier_store'

type Named = { code: string; name: string }

/** Adds tiers to products (contract/17-tiers). @throws Refusal VALIDATION_ERROR, CONFLICT, LIMIT_REACHED */
export default class CreateTier {
  /** Adds a new tier. @throws Refusal PRODUCT_NOT_FOUND */
  execute(
    scope: Scope,
    productId: string,
    input: TierInput & Named,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<TierRow> {
    return transaction(async (trx) => {
      const { featureDefaults } = await lockTierProduct(trx, scope, productId)
      const verdict = settledTier(NEW_TIER, input, featureDefaults, now)
      if (!verdict.allow) throw invalidFields(verdict.reason)
      return this.#insert(trx, scope, productId, verdict.tier, origin, now)
    })
  }

  /**
   * Copies a tier under another code, so that the copy can change while the licenses of the original keep what they
   * have.
   * @throws Refusal NOT_FOUND
   */
  duplicate(
    scope: Scope,
    id: string,
    { code, name }: { code?: string; name?: string },
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<TierRow> {
    return transaction(async (trx) => {
      await lockTierProduct(trx, scope, scope.productId!)
      const tier = await lockTier(trx, scope, id)
      const copy = {
        ...{ ...tier, name: name ?? tier.name, archivedAt: null },
        code: code ?? copyCode(tier.code, await takenCodes(trx, tier.productId)),
      }
      return this.#insert(trx, scope, tier.productId, copy, origin, now)
    })
  }

  async #insert(
    trx: Trx,
    { orgId }: Scope,
    productId: string,
    tier: TierFields,
    origin: Origin,
    now: Millis
  ): Promise<TierRow> {
    await assertCodeFree(trx, productId, tier.code)
    await assertRoom(trx, productId)
    const id = newId()
    const { names, marks, values } = tierValues(tier)
    const at = new Date(now)
    const row = await firstRow<TierRow>(
      trx,
      `insert into tiers (id, org_id, product_id, created_at, updated_at, ${names.join(', ')})
       values (?, ?, ?, ?, ?, ${marks.join(', ')})
       returning ${TIER_COLUMNS}`,
      [id, orgId, productId, at, at, ...values]
    )
    const data = { productId, code: tier.code }
    await recordAudit(trx, origin, { orgId, action: 'tier.created', subject: id, data }, now)
    return row!
  }
}

async function takenCodes(trx: Trx, productId: string): Promise<Set<string>> {
  const found = await rows<{ code: string }>(trx, `select code from tiers where product_id = ?`, [productId])
  return new Set(found.map(({ code }) => code))
}

async function assertRoom(trx: Trx, productId: string) {
  const sql = `select count(*)::int as count from tiers where product_id = ?`
  const { count } = (await firstRow<{ count: number }>(trx, sql, [productId]))!
  if (count >= MAX_TIERS) {
    throw new Refusal('LIMIT_REACHED', {
      message: `A product has at most ${MAX_TIERS} tiers: delete one first`,
    })
  }
}
