import type { ApplicationService } from '@adonisjs/core/types'
import { logObservations } from '#kernel/observe/log_observations'

/** Connects the log subscriber to the events that the code emits about its own work. */
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
