import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Described } from '#http/described'
import Refusal from '#kernel/refusals/refusal'

/**
 * Protects routes across all orgs, which only platform admins may use (contract#platform-admins). Place it after
 * `UserMiddleware`.
 */
export default class PlatformAdminMiddleware {
  static describe(): Described {
    return { refuses: ['FORBIDDEN'] }
  }

  handle({ auth }: HttpContext, next: NextFn) {
    if (auth.use('user').getUserOrFail().platformAdmin) return next()
    throw new Refusal('FORBIDDEN', {
      message:
        'Only platform admins can do this: the operator grants the right with npm run ace -- admin:grant',
    })
  }
}
