import logger from '@adonisjs/core/services/logger'
import { webhooks } from '#config/webhooks'
import Loop from '#kernel/batching/loop'
import { attemptDelivery } from './attempt.js'
import { claimDue, closedEndpoints, leaseMs, maxWaitMs, releaseClaims } from './claims.js'
import type { Clock } from './database_clock.js'
import Hand from './hand.js'
import Lane, { type Waiting } from './lane.js'
import ResultBook from './result_book.js'
import type { AttemptResult } from './results.js'
import type WebhookClient from './webhook_client.js'

/**
 * Pauses between two claims, with and without work. New deliveries end the pause, and an attempt that ends or becomes
 * durable ends a pause without work. Milliseconds.
 */
const BUSY = 15
const IDLE = 500

/** The most unwritten results; above it no more deliveries are claimed. */
const MAX_UNWRITTEN = 5000

/**
 * Makes the attempts that are due (interface#64-delivery-rules): claims deliveries in batches, keeps a lane for each
 * endpoint with a cap of attempts in flight, and writes the results in batches. Any number of processes may
 * run one.
 */
export default class Deliverer {
  #lanes = new Map<string, Lane>()
  #hand = new Hand(webhooks.inFlight)
  /** Attempts that ended since the last turn, and so made room for more. */
  #ended = 0
  #progress: (() => void)[] = []
  /** Whether the loop pauses because its last turn found no work. */
  #resting = false
  #loop = new Loop('webhook attempts', () => this.#turn())
  #book = new ResultBook((result) => this.#written(result))

  constructor(
    protected client: WebhookClient,
    protected clock: Clock,
    protected idleMs = IDLE
  ) {}

  start() {
    this.#loop.start()
  }

  /** Something may be due now. */
  wake() {
    this.#loop.wake()
  }

  /**
   * Ends the loop, releases the deliveries that were not attempted, and waits at most `graceMs` for the attempts in
   * flight. Attempts that take longer are made again elsewhere after their leases expire.
   */
  async stop(graceMs = webhooks.timeoutMs + 1000) {
    await this.#loop.stop()
    await this.#giveBack([...this.#lanes.values()].flatMap((lane) => lane.waiting.splice(0)))
    const deadline = performance.now() + graceMs
    const left = () => deadline - performance.now()
    while (this.#attempting > 0 && left() > 0) await this.#anyProgress(left())
    await this.#book.flush().catch((error) => logger.warn({ err: error }, 'webhook results were not written'))
    await this.client.close()
  }

  /** Makes every attempt that is due now, or as many as it can until `signal` aborts. */
  async untilIdle(signal: AbortSignal) {
    while (!signal.aborted) {
      await this.#dropClosed()
      const claimed = await this.#claim()
      if (claimed === 0 && this.#hand.size === 0) return
      await this.#anyProgress(BUSY)
    }
  }

  get #attempting() {
    return [...this.#lanes.values()].reduce((sum, lane) => sum + lane.inFlight, 0)
  }

  async #turn(): Promise<number> {
    this.#resting = false
    await this.#dropClosed()
    const moving = this.#ended > 0
    this.#ended = 0
    const claimed = await this.#claim()
    this.#resting = claimed === 0 && !moving && this.#ended === 0
    return this.#resting ? this.idleMs : BUSY
  }

  async #claim(): Promise<number> {
    await this.clock.synchronize()
    const limit = this.#hand.room
    if (limit === 0 || this.#book.pending > MAX_UNWRITTEN) return 0
    this.#forgetIdleLanes()
    const windows = new Map<string, number>()
    for (const [id, lane] of this.#lanes) {
      const size = lane.takeWindow()
      if (size !== null) windows.set(id, size)
    }
    const claimedAt = this.clock.now()
    const claims = await claimDue(
      { limit, perEndpoint: webhooks.perEndpoint, windows, held: this.#hand.held, leaseMs: leaseMs() },
      claimedAt
    )
    const claimed = claims.filter(({ id, orgId }) => this.#hand.take(id, orgId))
    const touched = new Set<Lane>()
    for (const delivery of claimed) {
      const lane = this.#lane(delivery.endpointId)
      lane.waiting.push({ delivery, claimedAt })
      touched.add(lane)
    }
    for (const lane of touched) this.#advance(lane)
    return claimed.length
  }

  /**
   * Removes lanes without work. A lane outlives its last delivery by one claim, so that the pace of its endpoint is
   * remembered.
   */
  #forgetIdleLanes() {
    for (const [id, lane] of this.#lanes) if (lane.idle) this.#lanes.delete(id)
  }

  #lane(endpointId: string): Lane {
    const lane = this.#lanes.get(endpointId) ?? new Lane(webhooks.perEndpoint)
    this.#lanes.set(endpointId, lane)
    return lane
  }

  /** Starts the attempts that the lane allows now. */
  #advance(lane: Lane) {
    for (let next = lane.next(); next; next = lane.next()) void this.#attempt(next, lane)
  }

  async #attempt({ delivery, claimedAt }: Waiting, lane: Lane) {
    try {
      if (this.clock.now() - claimedAt > maxWaitMs()) {
        // The delivery waited too long because its endpoint became slow: the lease would expire during the attempt.
        lane.abandoned()
        this.#hand.drop(delivery.id)
        await releaseClaims([delivery.id]).catch(() => {})
      } else {
        const result = await attemptDelivery(this.client, delivery, () => this.clock.now())
        lane.ended(result.durationMs)
        this.#ended++
        this.#book.add(result)
      }
    } catch (error) {
      // This is not a failure of the receiver: the lease expires and the attempt is made again.
      logger.error({ err: error, deliveryId: delivery.id }, 'a webhook attempt could not be made')
      lane.abandoned()
      this.#hand.drop(delivery.id)
    }
    this.#advance(lane)
    this.#progressed()
  }

  #written({ deliveryId, endpointId }: AttemptResult) {
    this.#hand.drop(deliveryId)
    this.#lanes.get(endpointId)?.written()
    this.#progressed()
  }

  /** Releases waiting deliveries of endpoints that were disabled or removed after the claim. */
  async #dropClosed() {
    const waiting = [...this.#lanes].filter(([, lane]) => lane.waiting.length > 0)
    if (waiting.length === 0) return
    for (const id of await closedEndpoints(waiting.map(([endpointId]) => endpointId))) {
      const dropped = this.#lanes.get(id)?.waiting.splice(0) ?? []
      await this.#giveBack(dropped)
    }
  }

  async #giveBack(waiting: Waiting[]) {
    const ids = waiting.map(({ delivery }) => delivery.id)
    ids.forEach((id) => this.#hand.drop(id))
    await releaseClaims(ids).catch(() => {})
  }

  #anyProgress(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, withinMs)
      this.#progress.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  /** Room for more deliveries may have appeared, so a pause without work ends. */
  #progressed() {
    if (this.#resting) {
      this.#resting = false
      this.#loop.wake()
    }
    this.#progress.splice(0).forEach((resolve) => resolve())
  }
}
