import logger from '@adonisjs/core/services/logger'
import { Queue } from 'bullmq'
import config, { queueNames, type QueueName } from '#config/queue'
import { catalog, schedule, type JobName, type PayloadOf } from '#jobs/catalog'
import QueuesUnavailable from '#exceptions/queues_unavailable'
import { openQueueConnection } from './queue_connection.js'
import { withTimeout } from './with_timeout.js'

const DISPATCH_TIMEOUT = 1000

/**
 * The queues, for those who add jobs and those who look at them. A job is only a wake-up call: the rows say
 * what is to be done, and the sweep calls again when a call was lost. So `dispatch` never fails its caller.
 */
export default class Queues {
  #shared?: ReturnType<typeof openQueueConnection>
  #queues = new Map<QueueName, Queue>()

  /** The queue of this name, connected when first used. */
  get(name: QueueName): Queue {
    const known = this.#queues.get(name)
    if (known) return known
    this.#shared ??= openQueueConnection('add')
    const queue = new Queue(
      name,
      { ...this.#shared.options, skipWaitingForReady: config.backend === 'redis' },
      this.#shared.factory as never
    )
    queue.on('error', (error) => logger.debug({ err: error, queue: name }, 'queue connection'))
    this.#queues.set(name, queue)
    return queue
  }

  /** Resolves once the queues can be used. Errors: QueuesUnavailable, within a second. */
  async ready() {
    this.#shared ??= openQueueConnection('add')
    await withTimeout(this.#shared.ready(), DISPATCH_TIMEOUT).catch((cause) => {
      throw new QueuesUnavailable(undefined, { cause })
    })
  }

  all(): Queue[] {
    return queueNames.map((name) => this.get(name))
  }

  /**
   * Adds a job, or several of the same: behind all others if it has a priority, after `delay` milliseconds if it
   * has one. A failure is logged and otherwise left to the sweep.
   */
  async dispatch<Name extends JobName>(
    name: Name,
    payload: PayloadOf<Name>,
    { copies = 1, ...how }: { copies?: number; priority?: number; delay?: number } = {}
  ) {
    const { queue, options } = catalog[name]
    const jobs = Array.from({ length: copies }, () => ({ name, data: payload, opts: { ...options, ...how } }))
    try {
      await this.ready()
      await withTimeout(this.get(queue).addBulk(jobs), DISPATCH_TIMEOUT)
    } catch (error) {
      logger.warn({ err: error, job: name }, 'job not queued: the sweep will wake it')
    }
  }

  /** Sets up the jobs that run again and again. Safe to call from every worker process. */
  async installSchedule(jobs = schedule) {
    await this.ready()
    for (const { name, every } of jobs) {
      const { queue, options } = catalog[name]
      await this.get(queue).upsertJobScheduler(name, { every }, { name, data: {}, opts: options })
    }
  }

  /** Sets up again what is missing of the schedule: a Redis that was flushed, or came back empty, forgets it. */
  async restoreSchedule() {
    await this.ready()
    const kept = await Promise.all(this.all().map((queue) => queue.getJobSchedulers()))
    const names = new Set(kept.flat().map(({ key }) => key))
    await this.installSchedule(schedule.filter(({ name }) => !names.has(name)))
  }

  async close() {
    const queues = [...this.#queues.values()]
    this.#queues.clear()
    const closed = Promise.all(queues.map((queue) => queue.close()))
    // A store that is gone must not keep the process from ending.
    await withTimeout(closed, DISPATCH_TIMEOUT).catch(() => {})
    await this.#shared?.close()
    this.#shared = undefined
  }
}
