// Declares `ctx.auth`.
import type {} from '@adonisjs/auth/initialize_auth_middleware'
import { defineConfig } from '@adonisjs/auth'
import type { Authenticators, InferAuthenticators, InferAuthEvents } from '@adonisjs/auth/types'
import { HttpContext } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'
import ApiKeyGuard from '#access/api_key_guard'
import EndUserGuard from '#access/end_user_guard'
import UserGuard from '#access/user_guard'
import FindTokenHolder from '#end_users/queries/find_token_holder'
import FindUser from '#accounts/queries/find_user'

const guards = defineConfig({
  default: 'user',
  guards: {
    user: (ctx: HttpContext) => new UserGuard(ctx, new FindUser()),
    endUser: (ctx: HttpContext) => new EndUserGuard(ctx, new FindTokenHolder()),
    apiKey: (ctx: HttpContext) => new ApiKeyGuard(ctx),
  },
})

/** One guard for each kind of credential (interface#51-credential-matrix). */
export default class AuthProvider {
  constructor(protected app: ApplicationService) {}

  /** Runs before the auth package creates its manager. */
  register() {
    this.app.config.set('auth', guards)
  }

  /** Creates a request's authenticator on first use, because many requests need none. */
  async boot() {
    const auth = await this.app.container.make('auth.manager')
    HttpContext.getter(
      'auth',
      function (this: HttpContext) {
        return auth.createAuthenticator(this)
      },
      true
    )
  }
}

declare module '@adonisjs/auth/types' {
  export interface Authenticators extends InferAuthenticators<typeof guards> {}
}
declare module '@adonisjs/core/types' {
  interface EventsList extends InferAuthEvents<Authenticators> {}
}
