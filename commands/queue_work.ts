import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { queueNames, workerHealthPort as port, type QueueName } from '#config/queue'
import QueuesUnavailable from '#kernel/refusals/queues_unavailable'
import { isStopping, untilStopped } from '#terminal/is_stopping'
import { problemOf, tellProblem, type Problem } from '#terminal/problems'
import { probe } from '#system/health/probe'
import { checkQueues } from '#system/health/store_checks'
import { announceStart } from '#system/health/start_line'
import { serveWorkerHealth } from '#system/health/worker_health'
import { migrate } from '#kernel/database/schema'
import { workInBackground } from '#kernel/time/priority'
import WorkerPool from '#system/worker_pool'

/** Runs workers until SIGTERM or SIGINT, in any number of processes on any number of machines (contract#processes). */
export default class QueueWork extends BaseCommand {
  static commandName = 'queue:work'
  static description = 'Run the workers until SIGTERM or SIGINT'
  static help = [
    'Updates the database schema first. You can run several of these processes, on any machine.',
    'When it stops, running jobs finish, and another worker continues the rest.',
    '',
    '  {{ binaryName }} queue:work',
    '  {{ binaryName }} queue:work --queues bulk --queues webhooks',
  ]
  static options: CommandOptions = { startApp: true, staysAlive: true }

  @flags.array({ description: `Work on these queues only (${queueNames.join(', ')})`, alias: 'q' })
  declare queues?: string[]

  @flags.boolean({ description: 'Print one JSON object when the workers run' })
  declare json: boolean

  #works = false

  async run() {
    const asked = (this.queues ?? []).flatMap((names) => names.split(',')).filter((name) => name !== '')
    const unknown = asked.filter((name) => !(queueNames as string[]).includes(name))
    if (unknown.length > 0) {
      const message = `No such queue: ${unknown.join(', ')}. Choose from: ${queueNames.join(', ')}`
      return this.#fail({ code: 'VALIDATION_ERROR', message })
    }
    const names = asked.length > 0 ? (asked as QueueName[]) : queueNames
    workInBackground()
    try {
      await this.#start(names)
    } catch (error) {
      await this.#leaveIfStopped()
      const problem = problemOf(error) ?? { code: 'INTERNAL', message: String(error) }
      if (error instanceof QueuesUnavailable) problem.message += await causeInWords()
      return this.#fail(problem)
    }
    if (this.json) process.stdout.write(`${JSON.stringify({ queues: names, pid: process.pid })}\n`)
  }

  #fail(problem: Problem) {
    tellProblem(problem, this.json, (line) => this.logger.error(line))
    this.exitCode = 1
    return this.terminate()
  }

  async #start(names: readonly QueueName[]) {
    await this.#serveHealth()
    await migrate()
    const pool = await this.app.container.make(WorkerPool)
    await this.#leaveIfStopped()
    await pool.start(names)
    await this.#leaveIfStopped()
    this.#works = true
    announceStart('A worker', { worksOn: names })
  }

  /** Serves health checks if WORKER_HEALTH_PORT is set, before the first job starts. */
  async #serveHealth() {
    if (port === undefined) return
    const server = await serveWorkerHealth(port, () => this.#works && !this.app.isTerminating)
    this.app.terminating(() => void server.close())
  }

  /**
   * Exits if the process was told to stop during its start; otherwise the start would use closed resources. It waits
   * until everything is closed, which may include the embedded Postgres. Another worker takes over a job that had
   * started.
   */
  async #leaveIfStopped() {
    if (!isStopping(this.app)) return
    await untilStopped(this.app)
    process.exit(0)
  }
}

/**
 * Why the store of the queues does not answer, such as ECONNREFUSED; the queues themselves do not report the reason.
 */
async function causeInWords(): Promise<string> {
  const { cause } = await probe(checkQueues)
  return cause === undefined ? '' : `. The cause: ${cause}`
}
