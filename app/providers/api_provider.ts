import type { ApplicationService } from '@adonisjs/core/types'

/** Brings the schema up to date before the service or a test run uses it. */
export default class ApiProvider {
  constructor(protected app: ApplicationService) {}

  async start() {
    const environment = this.app.getEnvironment()
    if (this.app.getMode() === 'warmup' || (environment !== 'web' && environment !== 'test')) return
    const { migrate } = await import('#services/schema')
    await migrate()
  }

  /** Links are made from the names of routes, which only a server settles by itself; commands make links too. */
  async ready() {
    const router = await this.app.container.make('router')
    router.commit()
  }
}
