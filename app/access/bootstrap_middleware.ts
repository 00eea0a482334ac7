import { createHash, timingSafeEqual } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { sentApiKey } from './api_key_guard.js'
import type { Described } from '#http/described'
import { bootstrap } from '#config/bootstrap'
import Refusal from '#kernel/refusals/refusal'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** True once the request has shown the bootstrap token. Such a request has no scope. */
    bootstraps?: boolean
  }
}

/**
 * Protects routes that require X-Admin-Token (interface#46-bootstrap, contract#bootstrap). APIKEY_NOT_ALLOWED for a
 * valid API key without that token; FORBIDDEN unless BOOTSTRAP_ENABLED is true; CONFIG_ERROR if no token is
 * configured; UNAUTHORIZED if the token is wrong or missing.
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
    if (!bootstrap.enabled)
      throw new Refusal('FORBIDDEN', { message: 'Bootstrap is switched off on this server' })
    if (!bootstrap.token) {
      throw new Refusal('CONFIG_ERROR', { message: 'BOOTSTRAP_ADMIN_TOKEN is not configured' })
    }
    if (!sent || !sameSecret(sent, bootstrap.token)) throw new Refusal('UNAUTHORIZED')
    ctx.bootstraps = true
    return next()
  }
}

/** Compares hashes in constant time; hashes have equal length. */
function sameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
