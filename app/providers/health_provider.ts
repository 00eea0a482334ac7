import type { ApplicationService } from '@adonisjs/core/types'

/** Says what the HTTP server has started with, and looks at its stores from then on. Workers do it themselves. */
export default class HealthProvider {
  constructor(protected app: ApplicationService) {}

  async ready() {
    if (this.app.getMode() === 'warmup' || this.app.getEnvironment() !== 'web') return
    const { announceStart } = await import('#system/health/start_line')
    const { server } = await import('#config/server')
    announceStart('The HTTP server', { listening: `${server.host}:${server.port}` })
  }
}
