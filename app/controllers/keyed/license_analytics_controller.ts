import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#exceptions/envelope'
import LicenseAnalyticsOf from '#queries/analytics/license_analytics'
import MetricSeries from '#queries/analytics/metric_series'
import { toTimeSeries } from '#transformers/analytics_transformer'
import { timeSeriesQuery } from '#validators/analytics'

/** Counts and time series of the product that an API key is bound to (interface#52-api-key-scopes). */
export default class LicenseAnalyticsController {
  @inject()
  async show({ scope }: HttpContext, analytics: LicenseAnalyticsOf) {
    return ok(await analytics.execute(scope))
  }

  @inject()
  async series({ request, scope }: HttpContext, series: MetricSeries) {
    const { metric, range } = await timeSeriesQuery(request.qs(), Date.now())
    return ok(toTimeSeries(metric, range, await series.execute(scope, metric, range)))
  }
}
