import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { sentApiKey } from './api_key_guard.js'
import Refusal from '#kernel/refusals/refusal'
import { findApiKey, type KnownApiKey } from '#accounts/credentials/api_keys'
import RequestLimits from '#http/request_limits'
import type { Described, RouteFacts } from '#http/described'
import { isUncounted } from '#http/uncounted_paths'
import { refuseUnreadableQuery } from '#http/request_query'
import { ownHeaders } from '#http/service_response'
import { withTimeout } from '#kernel/time/with_timeout'

/** Operators read the status from this path, so it must not depend on the store of the limits. */
const ALWAYS_ANSWER = new Set(['/v1/status'])

/** How long the paths of `ALWAYS_ANSWER` wait for the look-up of the API key, in milliseconds. */
const LOOK_UP_MS = 500

declare module '@adonisjs/core/http' {
  interface HttpContext {
    limits: RequestLimits
  }
}

/**
 * Counts every request that the framework answers in its rate limits, except paths that monitors and browsers fetch
 * automatically, and sets the rate limit headers on every response (interface#rate-limit-headers). Runtime calls count
 * themselves, together with their nonce.
 */
export default class LimitsMiddleware {
  static describe(_options: unknown, { pattern }: RouteFacts): Described {
    if (isUncounted(pattern)) return { refuses: ['BAD_REQUEST'] }
    const unavailable = ALWAYS_ANSWER.has(pattern) ? [] : (['RATE_LIMIT_UNAVAILABLE'] as const)
    return { refuses: ['BAD_REQUEST', 'RATE_LIMITED', 'PRODUCT_RATE_LIMITED', ...unavailable] }
  }

  async handle(ctx: HttpContext, next: NextFn) {
    const { request, response } = ctx
    const path = request.url()
    const sent = sentApiKey(ctx)
    const limits = new RequestLimits(request.ip(), ownHeaders(response.response), sent !== null)
    ctx.limits = limits
    if (isUncounted(path)) limits.showUncounted()
    else if (ALWAYS_ANSWER.has(path)) {
      if (sent) limits.key = await findIfPossible(sent)
      await takeIfPossible(limits)
    } else {
      await limits.identify(sent)
      await limits.take()
    }
    refuseUnreadableQuery(request.request.url!)
    return next()
  }
}

/** The API key; null if the database is down or slow. Then the rate limits of the key are not counted. */
function findIfPossible(sent: string): Promise<KnownApiKey | null> {
  return withTimeout(Promise.resolve(findApiKey(sent)), LOOK_UP_MS).catch(() => null)
}

async function takeIfPossible(limits: RequestLimits) {
  try {
    await limits.take()
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'RATE_LIMIT_UNAVAILABLE') throw error
  }
}
