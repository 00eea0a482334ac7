import type { ApplicationService } from '@adonisjs/core/types'

/** Says what the HTTP server has started with, and looks at its stores from then on. Workers do it themselves. */
export default class HealthProvider {
  constructor(protected app: ApplicationService) {}

  async ready() {
    if (this.app.getMode() === 'warmup' || this.app.getEnvironment() !== 'web') return
    const { announceStart } = await import('#services/health/start_line')
    const { default: logger } = await import('@adonisjs/core/services/logger')
    // It serves already; what it says about itself must not end it.
    void announceStart('The HTTP server', { listening: `${process.env.HOST}:${process.env.PORT}` }).catch(
      (error) => logger.error({ err: error }, 'the start could not be announced')
    )
  }

  async shutdown() {
    const { stopHealthWatch } = await import('#services/health/health_watch')
    stopHealthWatch()
  }
}
