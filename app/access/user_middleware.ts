import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Described, RouteFacts } from '#http/described'
import Refusal from '#kernel/refusals/refusal'
import { isGuardedRoute } from './token_cookies.js'
import { boundToOrg } from './sso_bounds.js'
import { takesCookie } from './user_guard.js'

export type UserOptions = {
  /**
   * Outside the dashboard a valid API key is turned away as APIKEY_NOT_ALLOWED; on the dashboard it is no
   * credential at all (contract#credentials-on-the-wrong-route).
   */
  outsideDashboard?: boolean
  /**
   * Lets a token in that ended with the password it was given for, so that a lost answer to the change itself can be
   * replayed. The controller refuses it (`UserGuard.ended`).
   */
  endedToo?: boolean
  /**
   * Lets a sign-in through SSO in, which opens one org: `tenant` where what follows checks the org, `own` for what such
   * a user may see and do about themselves. Everything else refuses it (contract/13-sso).
   */
  sso?: 'tenant' | 'own'
}

/** Asks for a user's access token (interface#51-credential-matrix). */
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
