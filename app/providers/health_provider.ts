import type { ApplicationService } from '@adonisjs/core/types'

/**
 * Logs what the HTTP server has started with, and starts the health watch of its stores. Workers do this themselves.
 */
export default class HealthProvider {
  constructor(protected app: ApplicationService) {}

  async ready() {
    if (this.app.getMode() === 'warmup' || this.app.getEnvironment() !== 'web') return
    const { announceStart } = await import('#system/health/start_line')
    const { server } = await import('#config/server')
    announceStart('The HTTP server', { listening: `${server.host}:${server.port}` })
  }
}
