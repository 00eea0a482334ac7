import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/** Asks for a user's access token (interface 5.1, Dashboard). */
export default class UserMiddleware {
  async handle({ auth }: HttpContext, next: NextFn) {
    await auth.use('user').authenticate()
    return next()
  }
}
