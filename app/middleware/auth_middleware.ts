// Declares `ctx.auth`.
import type {} from '@adonisjs/auth/initialize_auth_middleware'
import auth from '@adonisjs/auth/services/main'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/**
 * Gives each request its authenticator. The framework's own middleware also hands it to the templates, and for
 * that makes a template renderer for every request, which costs as much as all other middleware together.
 */
export default class AuthMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    ctx.auth = auth.createAuthenticator(ctx)
    return next()
  }
}
