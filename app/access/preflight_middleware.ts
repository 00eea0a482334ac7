import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import RequestLimits from '#http/request_limits'
import { ownHeaders } from '#http/service_response'

/**
 * Puts the headers of the rate limits on answers to preflights, which CORS gives before requests are counted
 * (contract#style). A preflight does nothing and has no credential, so it counts in no window.
 */
export default class PreflightMiddleware {
  handle({ request, response }: HttpContext, next: NextFn) {
    if (request.method() === 'OPTIONS' && request.header('access-control-request-method') !== undefined) {
      new RequestLimits(request.ip(), ownHeaders(response.response), false).showUncounted()
    }
    return next()
  }
}
