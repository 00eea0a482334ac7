import { createHash, timingSafeEqual } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { sentApiKey } from './api_key_guard.js'
import type { Described } from '#http/described'
import { bootstrap } from '#config/bootstrap'
import Refusal from '#kernel/refusals/refusal'

/**
 * Routes behind X-Admin-Token (interface#46-bootstrap, contract#bootstrap). An API key without that token is turned
 * away as APIKEY_NOT_ALLOWED; BOOTSTRAP_ENABLED not true: FORBIDDEN; no token configured: CONFIG_ERROR; a wrong or
 * missing one: UNAUTHORIZED.
 */
export default class BootstrapMiddleware {
  static describe(): Described {
    return {
      credentials: ['adminToken'],
      refuses: ['UNAUTHORIZED', 'APIKEY_NOT_ALLOWED', 'FORBIDDEN', 'CONFIG_ERROR'],
    }
  }

  handle(ctx: HttpContext, next: NextFn) {
    const sent = ctx.request.header('x-admin-token')
    if (!sent && sentApiKey(ctx) !== null) {
      throw new Refusal(ctx.limits.key ? 'APIKEY_NOT_ALLOWED' : 'UNAUTHORIZED')
    }
    if (!bootstrap.enabled) throw new Refusal('FORBIDDEN', { message: 'Bootstrap is switched off here' })
    if (!bootstrap.token) {
      throw new Refusal('CONFIG_ERROR', { message: 'BOOTSTRAP_ADMIN_TOKEN is not configured' })
    }
    if (!sent || !sameSecret(sent, bootstrap.token)) throw new Refusal('UNAUTHORIZED')
    return next()
  }
}

/** Compares hashes, which have one length, in constant time. */
function sameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
