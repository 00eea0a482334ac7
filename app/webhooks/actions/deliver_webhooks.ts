import { inject } from '@adonisjs/core'
import WebhookEngine from '#webhooks/engine/webhook_engine'

/** The longest one run works, in milliseconds; what is left is for the engine's own loop and the next run. */
const PATIENCE = 4000

/**
 * The job behind webhooks: empties the outbox and makes the attempts that are due. The engine of a worker
 * process does that by itself all the time; this wakes it, and does its work where none runs.
 */
@inject()
export default class DeliverWebhooks {
  constructor(protected engine: WebhookEngine) {}

  async execute(signal: AbortSignal) {
    await this.engine.untilIdle(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]))
  }
}
