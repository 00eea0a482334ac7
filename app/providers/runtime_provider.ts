import type { Server } from 'node:http'
import type { ApplicationService } from '@adonisjs/core/types'

/** Opens what runtime calls need (interface 5.4, 5.5), and writes down what they left behind at the end. */
export default class RuntimeProvider {
  constructor(protected app: ApplicationService) {}

  async start() {
    const environment = this.app.getEnvironment()
    if (this.app.getMode() === 'warmup' || (environment !== 'web' && environment !== 'test')) return
    const { prepareToServe } = await import('#services/serving')
    await prepareToServe()
  }

  /** Comes after those of all other providers, so it is the first thing that happens when the process is told to stop. */
  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { drain } = await import('#services/graceful_stop')
    const server = await this.app.container.make('server')
    this.app.terminating(() => drain(server.getNodeServer() as Server | undefined))
  }

  async shutdown() {
    const { activity } = await import('#services/authorize_activity')
    const { closeAuthorizeStore } = await import('#services/authorize_store')
    const { closeSigningKeys } = await import('#services/signing_keys')
    await activity.flush()
    await closeAuthorizeStore()
    closeSigningKeys()
  }
}
