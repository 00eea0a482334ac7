import { inject } from '@adonisjs/core'
import WebhookEngine from '#webhooks/engine/webhook_engine'

/** The longest time that one run works, in milliseconds. The engine's own loop and the next run do the rest. */
const PATIENCE = 4000

/**
 * The webhook job: drains the outbox and makes the attempts that are due. The engine of a worker process also does
 * this continuously; the job wakes it, and does its work in processes where no engine runs.
 */
@inject()
export default class DeliverWebhooks {
  constructor(protected engine: WebhookEngine) {}

  async execute(signal: AbortSignal) {
    await this.engine.untilIdle(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]))
  }
}
