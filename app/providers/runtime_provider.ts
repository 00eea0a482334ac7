import type { ApplicationService } from '@adonisjs/core/types'

/**
 * Opens the resources of runtime calls (interface#54-request-signing, interface#55-signed-responses), and flushes
 * their buffered writes at shutdown.
 */
export default class RuntimeProvider {
  constructor(protected app: ApplicationService) {}

  async start() {
    const environment = this.app.getEnvironment()
    if (this.app.getMode() === 'warmup' || (environment !== 'web' && environment !== 'test')) return
    const { prepareToServe } = await import('#system/serving/serving')
    await prepareToServe()
  }

  async shutdown() {
    const { activity } = await import('#runtime/store/authorize_activity')
    const { closeAuthorizeStore } = await import('#kernel/database/authorize_store')
    const { closeSigningKeys } = await import('#kernel/signing/signing_keys')
    const { updateCounts } = await import('#releases/store/update_counts')
    await Promise.all([activity.flush(), updateCounts.flush()])
    await closeAuthorizeStore()
    closeSigningKeys()
  }
}
