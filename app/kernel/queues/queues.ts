import logger from '@adonisjs/core/services/logger'
import type { JobsOptions, Queue } from 'bullmq'
import config, { queueNames, type QueueName } from '#config/queue'
import { catalog, schedule, type JobName, type PayloadOf } from './catalog.js'
import { databaseFault } from '#kernel/refusals/database_faults'
import QueuesUnavailable from '#kernel/refusals/queues_unavailable'
import { bullmq } from './bullmq.js'
import { openQueueConnection } from './queue_connection.js'
import { withTimeout } from '#kernel/time/with_timeout'

const DISPATCH_TIMEOUT = 1000

/** How much later than its interval from now a repeating job may be due: clocks of machines differ a little. */
const CLOCKS_DIFFER = 60_000

/** When and how often a job is added. */
export type How = {
  /**
   * A name for the call. While a job with this name waits, the call adds no job but ends the delay of the waiting one.
   * While one runs, the call adds a single job behind it, because the running job may have checked already.
   */
  once?: string
  /** The job runs after all jobs without a priority. */
  priority?: number
  /** Milliseconds. */
  delay?: number
}
export type Call<Name extends JobName> = How & { payload: PayloadOf<Name> }

/**
 * The queues, for code that adds jobs or inspects them. A job is only a wake-up call: database rows hold the work, and
 * the sweep repeats a call that was lost. Therefore `dispatch` never fails its caller.
 */
export default class Queues {
  #shared?: ReturnType<typeof openQueueConnection>
  #queues = new Map<QueueName, Queue>()
  /** When this process put back an entry of the schedule that was due too late, by `performance.now()`. */
  #putBack = new Map<string, number>()

  /**
   * Returns the queue of this name and connects it on first use. If the connection fails, the next use opens a new one.
   */
  get(name: QueueName): Queue {
    const known = this.#queues.get(name)
    if (known) return known
    this.#shared ??= openQueueConnection('add')
    const queue = new (bullmq().Queue)(
      name,
      { ...this.#shared.options, skipWaitingForReady: config.backend === 'redis' },
      this.#shared.factory as never
    )
    queue.on('error', (error) => logger.debug({ err: error, queue: name }, 'queue connection'))
    this.#queues.set(name, queue)
    queue.waitUntilReady().catch((error) => this.#forget(name, queue, error))
    return queue
  }

  /** BullMQ keeps a failed initialisation forever, so such a queue can no longer be used. */
  #forget(name: QueueName, queue: Queue, error: unknown) {
    if (this.#queues.get(name) !== queue) return
    // A command on an empty database gets this error itself, and says what to run.
    const level = databaseFault(error) === 'schema' ? 'debug' : 'warn'
    logger[level]({ err: error, queue: name }, 'the queue could not be readied and will be opened anew')
    this.#queues.delete(name)
    queue.close().catch(() => {})
  }

  /**
   * Resolves once the queues can be used.
   * @throws QueuesUnavailable, within a second.
   */
  async ready() {
    this.#shared ??= openQueueConnection('add')
    const { ready } = this.#shared
    await this.#answered(ready)
  }

  all(): Queue[] {
    return queueNames.map((name) => this.get(name))
  }

  /**
   * Returns all queues, each ready for use.
   * @throws QueuesUnavailable, within two seconds.
   */
  async usable(): Promise<Queue[]> {
    await this.ready()
    return this.#answered(async () => {
      const queues = this.all()
      await Promise.all(queues.map((queue) => queue.waitUntilReady()))
      return queues
    })
  }

  /**
   * Returns the names of the paused queues.
   * @throws QueuesUnavailable if a queue does not answer in time.
   */
  async paused(): Promise<string[]> {
    await this.ready()
    const look = async (queue: Queue) => ((await queue.isPaused()) ? [queue.name] : [])
    return (await this.#answered(() => Promise.all(this.all().map(look)))).flat()
  }

  async #answered<T>(ask: () => Promise<T>): Promise<T> {
    return withTimeout(ask(), DISPATCH_TIMEOUT).catch((cause) => {
      throw new QueuesUnavailable(undefined, { cause })
    })
  }

  /** Adds a job. A failure is logged, and the sweep adds the job later. */
  async dispatch<Name extends JobName>(name: Name, payload: PayloadOf<Name>, how: How = {}) {
    await this.dispatchAll(name, [{ ...how, payload }])
  }

  /** Adds several jobs of one kind at once, in their order. */
  async dispatchAll<Name extends JobName>(name: Name, calls: Call<Name>[]) {
    const { queue, options } = catalog[name]
    const jobs = calls.map(({ payload, once, ...how }) => ({
      name,
      data: payload,
      opts: { ...options, ...how, ...(once !== undefined && { deduplication: onlyOnce(once) }) },
    }))
    const add = async () => {
      await this.ready()
      await withTimeout(addJobs(this.get(queue), jobs), DISPATCH_TIMEOUT)
    }
    try {
      // The connection may just have been replaced by another one, so a second try is worthwhile.
      await add().catch(add)
    } catch (error) {
      logger.warn({ err: error, job: name }, 'job not queued: the sweep will wake it')
    }
  }

  /** Sets up the repeating jobs. Safe to call from every worker process. */
  async installSchedule(jobs = schedule) {
    await this.ready()
    for (const { name, every } of jobs) {
      const { queue, options } = catalog[name]
      await this.get(queue).upsertJobScheduler(name, { every }, { name, data: {}, opts: options })
    }
  }

  /**
   * Restores the missing entries of the schedule, which a Redis that was flushed or restarted empty has lost, and those
   * that a worker whose clock was ahead has put off. It also removes entries of an older version, because no handler
   * for them exists.
   */
  async restoreSchedule() {
    await this.ready()
    const names = new Set<string>()
    for (const queue of this.all()) {
      for (const { key, next } of await queue.getJobSchedulers()) {
        const entry = schedule.find(({ name }) => name === key)
        if (entry && !this.#isPutOff(entry, Number(next))) names.add(key)
        else await queue.removeJobScheduler(key)
      }
    }
    await this.installSchedule(schedule.filter(({ name }) => !names.has(name)))
  }

  /**
   * Returns true if an entry is due later than its interval allows, at most once per interval: another worker whose
   * clock is still ahead must not make the job run at every look.
   */
  #isPutOff({ name, every }: { name: string; every: number }, next: number): boolean {
    if (!(next > Date.now() + every + CLOCKS_DIFFER)) return false
    const now = performance.now()
    if (now - (this.#putBack.get(name) ?? -Infinity) < every) return false
    this.#putBack.set(name, now)
    return true
  }

  async close() {
    const queues = [...this.#queues.values()]
    this.#queues.clear()
    const closed = Promise.all(queues.map((queue) => queue.close()))
    // A store that is unavailable must not keep the process from ending.
    await withTimeout(closed, DISPATCH_TIMEOUT).catch(() => {})
    await this.#shared?.close()
    this.#shared = undefined
  }
}

function onlyOnce(id: string) {
  return { id, keepLastIfActive: true, reschedule: true }
}

/** With Postgres, BullMQ adds several jobs through two temporary tables, which costs ten times as much as one job. */
async function addJobs(queue: Queue, jobs: { name: string; data: unknown; opts: JobsOptions }[]) {
  const [first, ...others] = jobs
  if (first && others.length === 0) await queue.add(first.name, first.data, first.opts)
  else await queue.addBulk(jobs)
}
