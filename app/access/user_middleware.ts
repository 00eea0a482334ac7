import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Described, RouteFacts } from '#http/described'
import Refusal from '#kernel/refusals/refusal'
import { isGuardedRoute } from './token_cookies.js'
import { boundToOrg } from './sso_bounds.js'
import { takesCookie } from './user_guard.js'

export type UserOptions = {
  /**
   * Outside the dashboard, a valid API key is refused with APIKEY_NOT_ALLOWED. On the dashboard an API key does not
   * count as a credential (contract#credentials-on-the-wrong-route).
   */
  outsideDashboard?: boolean
  /**
   * Accepts a token that ended with the change of its password, so that a lost answer to the change can be replayed.
   * The controller refuses it otherwise (`UserGuard.ended`).
   */
  endedToo?: boolean
  /**
   * Accepts a sign-in through SSO, which gives access to one org. Use `tenant` if a later check verifies the org, and
   * `own` for what such users may see and do about themselves. All other routes refuse it (contract/13-sso).
   */
  sso?: 'tenant' | 'own'
}

/** Requires a user's access token (interface#51-credential-matrix). */
export default class UserMiddleware {
  static describe({ outsideDashboard, sso }: UserOptions = {}, { method, pattern }: RouteFacts): Described {
    const cookie = takesCookie(pattern)
    return {
      credentials: cookie ? ['userToken', 'userCookie'] : ['userToken'],
      refuses: [
        ...(['UNAUTHORIZED', 'EXPIRED_TOKEN'] as const),
        ...(sso ? [] : (['FORBIDDEN'] as const)),
        ...(outsideDashboard ? (['APIKEY_NOT_ALLOWED'] as const) : []),
        ...(isGuardedRoute(method, pattern) && cookie ? (['CSRF_BLOCKED'] as const) : []),
      ],
    }
  }

  async handle(
    { auth, limits }: HttpContext,
    next: NextFn,
    { outsideDashboard, endedToo, sso }: UserOptions = {}
  ) {
    if (outsideDashboard && limits.key) throw new Refusal('APIKEY_NOT_ALLOWED')
    const guard = auth.use('user')
    await guard.authenticate(endedToo)
    if (guard.ssoOrgId && !sso) throw boundToOrg()
    return next()
  }
}
