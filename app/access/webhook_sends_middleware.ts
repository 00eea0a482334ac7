import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Described } from '#http/described'
import { limits } from '#config/limits'
import Refusal from '#kernel/refusals/refusal'
import { passUncounted } from '#kernel/limits/pass_uncounted'
import { consume } from '#kernel/limits/rate_limits'
import { networkOf } from '#kernel/net/network'

/**
 * Limits test sends and manual replays per client network: ten a minute by default, refused before anything is sent
 * (interface#64-delivery-rules, interface#8-limits).
 * @throws Refusal RATE_LIMITED; RATE_LIMIT_UNAVAILABLE as for every other limit.
 */
export default class WebhookSendsMiddleware {
  static describe(): Described {
    return { refuses: ['RATE_LIMITED', 'RATE_LIMIT_UNAVAILABLE'] }
  }

  async handle({ request }: HttpContext, next: NextFn) {
    const limit = limits.webhookTestPerMinute
    const key = `webhook-sends:${networkOf(request.ip())}`
    const consumed = await consume([{ key, limit }]).catch((error) => passUncounted(error, 'webhook sends'))
    if (consumed && consumed.denied >= 0) {
      throw new Refusal('RATE_LIMITED', {
        message: `Test sends and replays are limited to ${limit} a minute`,
        retryAfter: consumed.retryAfter,
      })
    }
    return next()
  }
}
