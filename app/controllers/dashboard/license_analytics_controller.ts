import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { Scope } from '#domain/scope'
import { ok } from '#exceptions/envelope'
import Refusal from '#exceptions/refusal'
import LicenseAnalyticsOf from '#queries/analytics/license_analytics'
import MetricSeries from '#queries/analytics/metric_series'
import FindProduct from '#queries/find_product'
import { toTimeSeries } from '#transformers/analytics_transformer'
import { analyticsValidator, timeSeriesQuery } from '#validators/analytics'

/** Counts and time series of an org, or of one of its products (interface#license-analytics, contract#8-analytics). */
@inject()
export default class LicenseAnalyticsController {
  constructor(protected findProduct: FindProduct) {}

  @inject()
  async show({ request, scope }: HttpContext, analytics: LicenseAnalyticsOf) {
    const { productId } = await analyticsValidator.validate(request.qs())
    return ok(await analytics.execute(await this.#narrowed(scope, productId)))
  }

  @inject()
  async series({ request, scope }: HttpContext, series: MetricSeries) {
    const { metric, productId, range } = await timeSeriesQuery(request.qs(), Date.now())
    const points = await series.execute(await this.#narrowed(scope, productId), metric, range)
    return ok(toTimeSeries(metric, range, points))
  }

  async #narrowed(scope: Scope, productId: string | null | undefined): Promise<Scope> {
    if (!productId) return scope
    if (!(await this.findProduct.execute(scope, productId))) throw new Refusal('PRODUCT_NOT_FOUND')
    return { ...scope, productId }
  }
}
