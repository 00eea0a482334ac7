import type { ApplicationService } from '@adonisjs/core/types'
import { logObservations } from '#kernel/observe/log_observations'

/** Lets what the code observes of its own work be logged. */
export default class ObserveProvider {
  #end = () => {}

  constructor(protected app: ApplicationService) {}

  async start() {
    if (this.app.getMode() === 'warmup') return
    this.#end = logObservations(await this.app.container.make('logger'))
  }

  async shutdown() {
    this.#end()
  }
}
