import db from '@adonisjs/lucid/services/db'
import Loop from '#kernel/batching/loop'
import { cancelClosed, mayBeMore } from './cancellations.js'
import DatabaseClock, { type Clock } from './database_clock.js'
import Deliverer from './deliverer.js'
import { drainOutbox } from './drain.js'
import type WebhookClient from './webhook_client.js'

/** The most events that one statement moves, and the pause in milliseconds after a statement that found none. */
const BATCH = 1000
const IDLE = 100

/** How often to look for pending deliveries of disabled or removed endpoints. Milliseconds. */
const TIDY = 5000

/**
 * Carries events from the outbox to the endpoints, inside a worker process. It polls for work, so a lost job or a
 * Redis outage delays no event.
 */
export default class WebhookEngine {
  #drain = new Loop('webhook outbox', async () => {
    await this.clock.synchronize()
    const { events, deliveries } = await drainOutbox(BATCH, this.clock.now())
    if (deliveries > 0) this.#deliverer.wake()
    return events > 0 ? 0 : IDLE
  })
  #tidy = new Loop('webhook cancellations', async () =>
    mayBeMore(await cancelClosed(db.connection())) ? 0 : TIDY
  )
  #deliverer: Deliverer

  constructor(
    client: WebhookClient,
    protected clock: Clock = new DatabaseClock()
  ) {
    this.#deliverer = new Deliverer(client, clock)
  }

  start() {
    this.#drain.start()
    this.#deliverer.start()
    this.#tidy.start()
  }

  async stop() {
    await Promise.all([this.#drain.stop(), this.#tidy.stop()])
    await this.#deliverer.stop()
  }

  /** Looks for work immediately instead of at the end of the pause. */
  wake() {
    this.#drain.wake()
    this.#deliverer.wake()
  }

  /**
   * Drains the outbox, cancels the deliveries of closed endpoints and makes every attempt that is due, until `signal`
   * aborts.
   */
  async untilIdle(signal: AbortSignal) {
    this.wake()
    await this.clock.synchronize()
    while (!signal.aborted) {
      const { events } = await drainOutbox(BATCH, this.clock.now())
      if (events === 0) break
    }
    while (mayBeMore(await cancelClosed(db.connection())) && !signal.aborted);
    this.#deliverer.wake()
    await this.#deliverer.untilIdle(signal)
  }
}
