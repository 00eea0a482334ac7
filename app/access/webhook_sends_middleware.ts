import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import logger from '@adonisjs/core/services/logger'
import { limits } from '#config/limits'
import Refusal from '#kernel/refusals/refusal'
import type { Consumed } from '#kernel/limits/rate_limit_windows'
import { consume } from '#kernel/limits/rate_limits'
import { networkOf } from '#kernel/net/network'

/**
 * Counts test sends and manual replays of a client address: ten a minute by default, refused before anything
 * is sent (interface#64-delivery-rules, interface#8-limits). Errors: RATE_LIMITED; RATE_LIMIT_UNAVAILABLE as for every
 * other limit.
 */
export default class WebhookSendsMiddleware {
  async handle({ request }: HttpContext, next: NextFn) {
    const limit = limits.webhookTestPerMinute
    const consumed = await take(`webhook-sends:${networkOf(request.ip())}`, limit)
    if (consumed && consumed.denied >= 0) {
      throw new Refusal('RATE_LIMITED', {
        message: `Test sends and replays are limited to ${limit} a minute`,
        retryAfter: consumed.retryAfter,
      })
    }
    return next()
  }
}

async function take(key: string, limit: number): Promise<Consumed | null> {
  try {
    return await consume([{ key, limit }])
  } catch (error) {
    if (limits.failClosed) throw new Refusal('RATE_LIMIT_UNAVAILABLE', { retryAfter: 1 })
    logger.warn({ err: error }, 'the limit of webhook sends cannot be checked: the request passes uncounted')
    return null
  }
}
