// Declares `ctx.auth`.
import type {} from '@adonisjs/auth/initialize_auth_middleware'
import { HttpContext } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'

/**
 * Brings the schema up to date before the service or a test run uses it, and readies what HTTP needs. A command with
 * another APP_KEY than the database's ends here.
 */
export default class ApiProvider {
  constructor(protected app: ApplicationService) {}

  /** Each request gets its authenticator when it first asks for it; many never do. */
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

  /** Links are made from the names of routes, which only a server settles by itself; commands make links too. */
  async ready() {
    const router = await this.app.container.make('router')
    router.commit()
  }
}
