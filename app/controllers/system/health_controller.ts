import type { HttpContext } from '@adonisjs/core/http'
import { inject } from '@adonisjs/core'
import CheckHealth from '#queries/check_health'

/** GET /health (interface 4.8, contract 7). */
export default class HealthController {
  @inject()
  async show({ response }: HttpContext, check: CheckHealth) {
    const checks = await check.execute()
    const healthy = Object.values(checks).every((one) => one.status === 'ok')
    return response.status(healthy ? 200 : 503).send({ status: healthy ? 'ok' : 'error', checks })
  }
}
