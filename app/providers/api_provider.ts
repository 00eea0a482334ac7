import type { ApplicationService } from '@adonisjs/core/types'

/** The doctor examines a deployment also while its database is away, and does not wait for that before the rest. */
const isDoctor = () => process.argv.slice(2).find((word) => !word.startsWith('-')) === 'doctor'

/**
 * Brings the schema up to date before the service or a test run uses it. A command whose APP_KEY is not the one of the
 * database stops here.
 */
export default class ApiProvider {
  constructor(protected app: ApplicationService) {}

  async start() {
    const environment = this.app.getEnvironment()
    if (this.app.getMode() === 'warmup') return
    if (environment === 'console') {
      if (isDoctor()) return
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
