import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { cancelClosed, mayBeMore } from '#services/webhooks/cancellations'
import WebhookEngine from '#services/webhooks/webhook_engine'

/** The longest one run works, in milliseconds; what is left is for the engine's own loop and the next run. */
const PATIENCE = 4000

/**
 * The job behind webhooks: stops what must not be sent any more, empties the outbox and makes the attempts
 * that are due. The engine of a worker process does the last two by itself all the time; this wakes it, and
 * does its work where none runs.
 */
@inject()
export default class DeliverWebhooks {
  constructor(protected engine: WebhookEngine) {}

  async execute(signal: AbortSignal) {
    while (mayBeMore(await cancelClosed(db.connection())) && !signal.aborted);
    await this.engine.untilIdle(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]))
  }
}
