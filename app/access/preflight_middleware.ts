import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import RequestLimits from '#http/request_limits'
import { ownHeaders } from '#http/service_response'

/**
 * Sets the rate limit headers on answers to preflights, which CORS sends before requests are counted (contract#style).
 * A preflight has no effect and no credential, so no rate limit counts it.
 */
export default class PreflightMiddleware {
  handle({ request, response }: HttpContext, next: NextFn) {
    if (request.method() === 'OPTIONS' && request.header('access-control-request-method') !== undefined) {
      new RequestLimits(request.ip(), ownHeaders(response.response), false).showUncounted()
    }
    return next()
  }
}
