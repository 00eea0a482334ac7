import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import LicenseAnalyticsOf from '#analytics/queries/license_analytics'
import MetricSeries from '#analytics/queries/metric_series'
import FindProduct from '#catalog/queries/find_product'
import { toSeriesSet, toTimeSeries } from './analytics_transformer.js'
import { ok } from '#http/envelope'
import { analyticsValidator, timeSeriesQuery } from './analytics_input.js'

/** Counts and time series of an org or a product (interface#license-analytics, contract#8-analytics). */
@inject()
export default class AnalyticsController {
  constructor(protected findProduct: FindProduct) {}

  @inject()
  async show({ request, scope }: HttpContext, analytics: LicenseAnalyticsOf) {
    const { productId } = await analyticsValidator.validate(request.qs())
    return ok(await analytics.execute(await this.#narrowed(scope, productId ?? null)))
  }

  @inject()
  async series({ request, scope }: HttpContext, series: MetricSeries) {
    const { metrics, groupBy, productId, range } = await timeSeriesQuery(request.qs(), Date.now())
    const found = await series.execute(await this.#narrowed(scope, productId), metrics, range, groupBy)
    if (metrics.length === 1 && !groupBy) return ok(toTimeSeries(found[0], range))
    return ok(toSeriesSet(found, range, groupBy))
  }

  /**
   * Narrows a scope to the product that the query names. A scope that is already bound to a product stays unchanged.
   */
  async #narrowed(scope: Scope, productId: string | null): Promise<Scope> {
    if (!productId || scope.productId) return scope
    if (!(await this.findProduct.execute(scope, productId))) throw new Refusal('PRODUCT_NOT_FOUND')
    return { ...scope, productId }
  }
}
