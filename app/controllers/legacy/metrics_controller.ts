import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#exceptions/envelope'
import LicenseAnalyticsOf from '#queries/analytics/license_analytics'

/**
 * Counts on the secondary route set (interface#49-secondary-route-set-under-api): the analytics object of the API key's
 * product.
 */
export default class MetricsController {
  @inject()
  async show({ scope }: HttpContext, analytics: LicenseAnalyticsOf) {
    return ok(await analytics.execute(scope))
  }
}
