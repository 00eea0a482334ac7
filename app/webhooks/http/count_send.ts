import type { HttpContext } from '@adonisjs/core/http'
import { limits } from '#config/limits'
import Refusal from '#kernel/refusals/refusal'
import { passUncounted } from '#kernel/limits/pass_uncounted'
import { consume } from '#kernel/limits/rate_limits'
import { networkOf } from '#kernel/net/network'

/**
 * Counts a test send or a manual replay per client network: ten a minute by default (interface#64-delivery-rules,
 * interface#8-limits). Call it right before anything is sent, because only calls that send something count.
 * @throws Refusal RATE_LIMITED; RATE_LIMIT_UNAVAILABLE as for every other limit.
 */
export async function countSend({ request }: HttpContext) {
  const limit = limits.webhookTestPerMinute
  const key = `webhook-sends:${networkOf(request.ip())}`
  const consumed = await consume([{ key, limit }]).catch((error) => passUncounted(error, 'windows'))
  if (consumed && consumed.denied >= 0) {
    throw new Refusal('RATE_LIMITED', {
      message: `Test sends and replays are limited to ${limit} a minute`,
      retryAfter: consumed.retryAfter,
    })
  }
}
