import db from '@adonisjs/lucid/services/db'
import type { Millis } from '#kernel/time/millis'
import type { LicenseStatus } from '#licensing/rules/license'
import type { Scope } from '#kernel/audit/scope'
import { inScope } from '#kernel/database/in_scope'
import { firstRow, rows } from '#kernel/database/sql'
import { isCounted, licenseWhere, type LicenseFilter } from './license_filter.js'

export type LicenseCount = { productId: string; status: LicenseStatus; frozen: boolean; count: number }

/** How many licenses a filter means, exactly. */
export default class CountLicenses {
  /**
   * From the counts where they can tell, at the same cost for any number of licenses; else by looking at the
   * licenses that the filter needs looked at.
   */
  async execute(scope: Scope, filter: LicenseFilter, now: Millis): Promise<number> {
    if (!isCounted(filter)) return this.#scan(scope, filter, now)
    const counts = await this.counts(scope)
    return counts
      .filter(
        ({ productId, status, frozen }) =>
          (!filter.productId || productId === filter.productId.toLowerCase()) &&
          (!filter.status || status === filter.status) &&
          (typeof filter.frozen !== 'boolean' || frozen === filter.frozen)
      )
      .reduce((sum, { count }) => sum + count, 0)
  }

  /**
   * By product, status and frozen flag: the folded counts and what is not folded yet, in one statement and so of
   * one moment (contract#counts).
   */
  counts(scope: Scope): Promise<LicenseCount[]> {
    const folded = inScope(scope, 'license_counts')
    const fresh = inScope(scope, 'license_count_deltas')
    return rows(
      db.connection(),
      `select product_id as "productId", status, frozen, sum(count)::float8 as count from (
         select product_id, status, frozen, count from license_counts where ${folded.sql}
         union all
         select product_id, status, frozen, delta from license_count_deltas where ${fresh.sql}
       ) as c group by product_id, status, frozen`,
      [...folded.values, ...fresh.values]
    )
  }

  async #scan(scope: Scope, filter: LicenseFilter, now: Millis): Promise<number> {
    const where = licenseWhere(scope, filter, now)
    const row = await firstRow<{ count: number }>(
      db.connection(),
      `select count(*)::float8 as count from licenses l where ${where.sql}`,
      where.values
    )
    return row!.count
  }
}
