import { setTimeout as delay } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import type { Job, Worker } from 'bullmq'
import config, { queueNames, type QueueName } from '#config/queue'
import Refusal from '#kernel/refusals/refusal'
import { observe } from '#kernel/observe/observe'
import { catalog, type JobName, type JobResult, type JobRun } from '#kernel/queues/catalog'
import Loop from '#kernel/batching/loop'
import type Queues from '#kernel/queues/queues'
import { bullmq } from '#kernel/queues/bullmq'
import { openQueueConnection } from '#kernel/queues/queue_connection'
import { checkRedisPolicy } from '#kernel/redis/redis_policy'
import { withTimeout } from '#kernel/time/with_timeout'
import type WebhookEngine from '#webhooks/engine/webhook_engine'

type Handler = { handle(payload: unknown, run: JobRun): Promise<JobResult> }
type HandlerClass = { new (...args: any[]): Handler; jobName: JobName }

/** An error after which BullMQ does not try the job again. */
const unrecoverable = (message: string) => new (bullmq().UnrecoverableError)(message)

/** Runs the jobs of some queues in this process, until it is stopped. */
export default class WorkerPool {
  #workers: Worker[] = []
  #stopping = false
  /** How many jobs run in this process. */
  #running = 0
  #shared?: ReturnType<typeof openQueueConnection>
  #handlers = new Map<string, HandlerClass>()
  #schedule = new Loop('schedule', () => this.#restoreSchedule())

  constructor(
    protected queues: Queues,
    protected webhooks: WebhookEngine,
    /** Loads the handler of each job. */
    protected handlers: (() => Promise<unknown>)[]
  ) {}

  /**
   * Loads every handler, connects the workers and starts to maintain the schedule. It waits for stores that are down
   * or slow.
   * @throws QueuesUnavailable, or the last error of the store, if they do not become available in time.
   */
  async start(names: readonly QueueName[] = queueNames) {
    await Promise.all([this.#loadHandlers(), checkRedisPolicy()])
    this.#stopping = false
    const deadline = performance.now() + config.startPatience
    for (;;) {
      try {
        await this.#connect(names)
        break
      } catch (error) {
        await this.#disconnect()
        if (this.#stopping || performance.now() > deadline) throw error
        logger.warn({ err: error }, 'the queues cannot be used yet: trying again')
        await delay(config.startRetry)
      }
    }
    if (names.includes('webhooks')) this.webhooks.start()
    this.#schedule.start()
  }

  async #connect(names: readonly QueueName[]) {
    await this.queues.ready()
    this.#shared = openQueueConnection('work')
    this.#workers = names.map((name) => this.#worker(name))
    await Promise.all(this.#workers.map((worker) => worker.waitUntilReady()))
    await this.queues.installSchedule()
  }

  async #disconnect() {
    const closed = this.#workers.splice(0).map((worker) => worker.close(true))
    await withTimeout(Promise.allSettled(closed), config.startRetry).catch(() => {})
    await this.#shared?.close()
    this.#shared = undefined
  }

  /**
   * Waits up to `graceMs` for running jobs, then tells them to stop at their next safe point. A store that says nothing
   * does not keep the process: another worker takes over what it was not told.
   */
  async stop({ graceMs }: { graceMs: number } = { graceMs: config.shutdownGrace }) {
    this.#stopping = true
    const workers = this.#workers.splice(0)
    const unscheduled = this.#schedule.stop()
    const timer = setTimeout(() => workers.forEach((worker) => worker.cancelAllJobs('shutdown')), graceMs)
    const latest = performance.now() + graceMs + config.farewell
    const closed = Promise.allSettled(workers.map((worker) => worker.close()))
    await this.webhooks.stop()
    await this.#untilClosed(closed, latest)
    // A webhooks job may have started attempts while the engine was stopping.
    await this.webhooks.stop()
    clearTimeout(timer)
    await unscheduled
    // A job that goes on, because the files' store says nothing, keeps a connection until the process ends.
    if (this.#shared) await withTimeout(this.#shared.close(), config.farewell).catch(() => {})
    this.#shared = undefined
  }

  /** Waits for the workers, as long as jobs run and until `latest`, and a moment longer for their farewell. */
  async #untilClosed(closed: Promise<unknown>, latest: number) {
    const isClosed = () =>
      // `closed` never rejects: one that did would turn the loop below without a pause.
      withTimeout(closed, config.farewell).then(
        () => true,
        () => false
      )
    while (!(await isClosed())) if (this.#running === 0 || performance.now() > latest) return
  }

  /**
   * Restores a missing schedule. Errors are only logged at debug level, because the queues report an unavailable
   * store.
   */
  async #restoreSchedule(): Promise<number> {
    await this.queues
      .restoreSchedule()
      .catch((error) => logger.debug({ err: error }, 'could not look at the schedule'))
    return config.scheduleCheck
  }

  #worker(name: QueueName): Worker {
    const { options, factory } = this.#shared!
    const worker = new (bullmq().Worker)(
      name,
      // BullMQ hands over the signal only to a processor that declares three parameters.
      (job: Job, _token: string | undefined, signal?: AbortSignal) => this.#run(job, signal),
      {
        ...options,
        concurrency: config.queues[name].concurrency,
        lockDuration: config.lockDuration,
        stalledInterval: config.stalledInterval,
        runRetryDelay: config.workRetry,
        drainDelay: config.longestWait,
        // A job whose worker died may be retried any number of times: the rows make a repetition harmless.
        maxStalledCount: 1000,
      },
      factory as never
    )
    worker.on('error', (error) => logger.debug({ err: error, queue: name }, 'worker connection'))
    worker.on('failed', (job, error) => observe('job_failed', { job: job?.name, jobId: job?.id, error }))
    return worker
  }

  async #run(job: Job, signal = new AbortController().signal) {
    const handlerClass = this.#handlers.get(job.name)
    if (!handlerClass) throw unrecoverable(`No handler for the job ${job.name}`)
    const handler = await app.container.make(handlerClass)
    this.#running++
    try {
      const report = async (progress: object, line: string) => {
        await Promise.all([job.updateProgress(progress), job.log(line)])
      }
      const result = await handler.handle(job.data, { signal, report })
      if (result?.again) {
        const how = { once: job.deduplicationId, priority: job.priority || undefined, delay: result.after }
        await this.queues.dispatch(job.name as JobName, job.data, how)
      }
    } catch (error) {
      throw error instanceof Refusal ? unrecoverable(error.message) : error
    } finally {
      this.#running--
    }
  }

  async #loadHandlers() {
    for (const load of this.handlers) {
      const { default: handler } = (await load()) as { default: HandlerClass }
      if (!(handler.jobName in catalog)) throw new Error(`${handler.jobName} is not in the catalog`)
      this.#handlers.set(handler.jobName, handler)
    }
  }
}
