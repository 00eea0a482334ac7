import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import LicenseAnalyticsOf from '#analytics/queries/license_analytics'
import { ok } from '#http/envelope'

/** Counts on the secondary route set (interface#49-secondary-route-set-under-api), which ignores its query. */
export default class MetricsController {
  @inject()
  async show({ scope }: HttpContext, analytics: LicenseAnalyticsOf) {
    return ok(await analytics.execute(scope))
  }
}
