import type { ApplicationService } from '@adonisjs/core/types'

/** Says what the HTTP server has started with, and looks at its stores from then on. Workers do it themselves. */
export default class HealthProvider {
  constructor(protected app: ApplicationService) {}

  async ready() {
    if (this.app.getMode() === 'warmup' || this.app.getEnvironment() !== 'web') return
    const { announceStart } = await import('#system/health/start_line')
    announceStart('The HTTP server', { listening: `${process.env.HOST}:${process.env.PORT}` })
  }
}
