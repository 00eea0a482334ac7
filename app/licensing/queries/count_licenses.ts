import db from '@adonisjs/lucid/services/db'
import type { Millis } from '#kernel/time/millis'
import type { LicenseStatus } from '#licensing/rules/license'
import type { Scope } from '#kernel/audit/scope'
import { inScope } from '#kernel/database/in_scope'
import { firstRow, rows, type SqlExecutor } from '#kernel/database/sql'
import { isCounted, licenseWhere, type LicenseFilter } from './license_filter.js'

export type LicenseCount = { productId: string; status: LicenseStatus; frozen: boolean; count: number }

/** Counts the licenses that match a filter, exactly. */
export default class CountLicenses {
  /**
   * Uses the stored counts if they can answer the filter; the cost is then the same for any number of licenses.
   * Otherwise it counts the matching rows.
   */
  async execute(
    scope: Scope,
    filter: LicenseFilter,
    now: Millis,
    client: SqlExecutor = db.connection()
  ): Promise<number> {
    if (!isCounted(filter)) return this.#scan(scope, filter, now, client)
    const counts = await this.counts(scope, client)
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
   * Returns the counts by product, status and frozen flag. One statement reads the folded counts and the deltas that
   * are not folded yet, so both are of the same moment (contract#counts).
   */
  counts(scope: Scope, client: SqlExecutor = db.connection()): Promise<LicenseCount[]> {
    const folded = inScope(scope, 'license_counts')
    const fresh = inScope(scope, 'license_count_deltas')
    return rows(
      client,
      `select product_id as "productId", status, frozen, sum(count)::float8 as count from (
         select product_id, status, frozen, count from license_counts where ${folded.sql}
         union all
         select product_id, status, frozen, delta from license_count_deltas where ${fresh.sql}
       ) as c group by product_id, status, frozen`,
      [...folded.values, ...fresh.values]
    )
  }

  async #scan(scope: Scope, filter: LicenseFilter, now: Millis, client: SqlExecutor): Promise<number> {
    const where = licenseWhere(scope, filter, now)
    const row = await firstRow<{ count: number }>(
      client,
      `select count(*)::float8 as count from licenses l where ${where.sql}`,
      where.values
    )
    return row!.count
  }
}
