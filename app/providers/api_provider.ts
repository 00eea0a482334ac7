// Declares `ctx.auth`.
import type {} from '@adonisjs/auth/initialize_auth_middleware'
import { HttpContext } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'

/**
 * Brings the schema up to date before the service or a test run uses it, and prepares HTTP. A command whose APP_KEY
 * is not the one of the database stops here.
 */
export default class ApiProvider {
  constructor(protected app: ApplicationService) {}

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

  async start() {
    const environment = this.app.getEnvironment()
    if (this.app.getMode() === 'warmup') return
    if (environment === 'console') {
      const { unlockMigratedAppSecrets } = await import('#kernel/secrets/app_secrets')
      return unlockMigratedAppSecrets()
    }
    if (environment !== 'web' && environment !== 'test') return
    const { migrate } = await import('#kernel/database/schema')
    await migrate()
  }

  /**
   * Commits the routes, so that commands can build links from route names; only the HTTP server commits them by
   * itself.
   */
  async ready() {
    const router = await this.app.container.make('router')
    router.commit()
  }
}
