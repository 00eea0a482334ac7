import { databaseUrl } from '#kernel/database/datastores'
import { startProgram, type Running } from './processes.js'
import { until } from './wait.js'

/** The queues that operations need to survive any failure: their own queue and that of the sweep. */
export const BULK = ['bulk', 'maintenance']

type Settings = Record<string, string | undefined>

/**
 * Starts a process that is ready to work on the queues of this test run, by default the bulk queue, and begins on
 * `letWork`. A process takes seconds to start, and the test must choose the moment at which it begins.
 */
export function bootWorker(env: Settings = {}, queues = ['bulk']): Running {
  return startProgram('tests/testkit/spare_worker', queues, {
    DATABASE_URL: databaseUrl(),
    LOG_LEVEL: 'silent',
    ...env,
  })
}

/** Lets a booted worker begin; resolves when it works. */
export async function letWork(worker: Running): Promise<Running> {
  worker.child.stdin!.write('work\n')
  await says(worker, 'working')
  return worker
}

/** Starts a worker as a separate process, by default of the bulk queue, on the database of this test run. */
export function startWorker(env: Settings = {}, queues = ['bulk']): Promise<Running> {
  return letWork(bootWorker(env, queues))
}

/** Kills a worker so that it cannot react. */
export async function killWorker(worker: Running) {
  worker.child.kill('SIGCONT')
  worker.child.kill('SIGKILL')
  await worker.ended
}

/** Makes the job of a killed worker return within seconds. */
const SOON = { LOCK_DURATION: '4000', STALLED_INTERVAL: '1000' }

/** Workers one after another: while some work, the next one is already starting. */
export class Workers {
  #next?: Running
  #begun: Running[] = []
  protected env: Settings

  constructor(
    env: Settings = {},
    protected queues = ['bulk']
  ) {
    this.env = { ...SOON, ...env }
    this.#next = bootWorker(this.env, queues)
  }

  /** Puts one more worker to work. With `last`, no further worker is started in advance. */
  async begin({ last = false } = {}): Promise<Running> {
    const worker = this.#next ?? bootWorker(this.env, this.queues)
    this.#begun.push(worker)
    this.#next = last ? undefined : bootWorker(this.env, this.queues)
    return letWork(worker)
  }

  /** Kills all of them. */
  async close() {
    const all = this.#next ? [...this.#begun, this.#next] : this.#begun
    await Promise.all(all.map(killWorker))
  }
}

async function says(worker: Running, word: string) {
  await until('the worker', () => worker.output().includes(word) || worker.child.exitCode !== null, 60_000)
  if (worker.child.exitCode !== null) throw new Error(`The worker ended: ${worker.output()}`)
}
