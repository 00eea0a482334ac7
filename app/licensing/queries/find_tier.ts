import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { inScope } from '#kernel/database/in_scope'
import { firstRow } from '#kernel/database/sql'
import { noSuch } from '#kernel/refusals/refusals'
import { assertTierFits } from '#licensing/store/held_tiers'
import { TIER_COLUMNS, type TierRow } from './tier_rows.js'

/** Reads one tier of a scope (contract/17-tiers). */
export default class FindTier {
  /** Returns null if the scope has no such tier. */
  execute(scope: Scope, id: string): Promise<TierRow | null> {
    const own = inScope(scope, 'tiers')
    const sql = `select ${TIER_COLUMNS} from tiers where tiers.id = ? and ${own.sql}`
    return firstRow(db.connection(), sql, [id, ...own.values])
  }

  /**
   * Checks that licenses can be given a tier before the licenses are known. They all belong to the product of the
   * scope, else to `productId` if it is not null.
   * @throws Refusal NOT_FOUND; BAD_REQUEST for a tier of another product; CONFLICT for an archived one
   */
  async assertTierFits(scope: Scope, id: string, productId: string | null) {
    const tier = await this.execute({ ...scope, productId: null }, id)
    if (!tier) throw noSuch('tier')
    const archived = tier.archivedAt !== null
    assertTierFits({ productId: tier.productId, archived }, scope.productId ?? productId)
  }
}
