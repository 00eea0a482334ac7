import { inject } from '@adonisjs/core'
import { LICENSE_STATUSES, type LicenseStatus } from '#licensing/rules/license'
import type { Scope } from '#kernel/audit/scope'
import { WHOLE_LIST } from '#kernel/database/keyset'
import { snapshot } from '#kernel/database/unit_of_work'
import CountLicenses from '#licensing/queries/count_licenses'
import ListProducts from '#catalog/queries/list_products'

/** The analytics object (interface#23-license-analytics-object). */
export type LicenseAnalytics = {
  total: number
  byStatus: Record<LicenseStatus, number>
  byProduct: { productId: string; productName: string; count: number }[]
}

/**
 * Exact counts of an org or of one of its products. The cost does not depend on the number of licenses
 * (contract#counts).
 */
@inject()
export default class LicenseAnalyticsOf {
  constructor(
    protected countLicenses: CountLicenses,
    protected listProducts: ListProducts
  ) {}

  async execute(scope: Scope): Promise<LicenseAnalytics> {
    // Of one moment, so that the counts by product add up to the total.
    const [counts, products] = await snapshot(async (client) => [
      await this.countLicenses.counts(scope, client),
      await this.listProducts.execute(scope, WHOLE_LIST, client),
    ])
    const sum = (matches: (one: (typeof counts)[number]) => boolean) =>
      counts.filter(matches).reduce((total, { count }) => total + count, 0)
    return {
      total: sum(() => true),
      byStatus: Object.fromEntries(
        LICENSE_STATUSES.map((status) => [status, sum((one) => one.status === status)])
      ) as Record<LicenseStatus, number>,
      byProduct: products.items.map(({ id, name }) => ({
        productId: id,
        productName: name,
        count: sum((one) => one.productId === id),
      })),
    }
  }
}
