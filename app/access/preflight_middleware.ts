import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import RequestLimits from '#http/request_limits'
import { ownHeaders } from '#http/service_response'

/**
 * Sets the rate limit headers on answers to OPTIONS, which CORS sends before requests are counted (contract#style), with
 * or without the header that makes one a preflight. It has no effect, so no rate limit counts it. If CORS does not answer
 * it, the limits count it and replace these headers.
 */
export default class PreflightMiddleware {
  handle({ request, response }: HttpContext, next: NextFn) {
    if (request.method() === 'OPTIONS') {
      new RequestLimits(request.ip(), ownHeaders(response.response), false).showUncounted()
    }
    return next()
  }
}
