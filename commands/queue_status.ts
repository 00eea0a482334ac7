import { BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import config from '#config/queue'
import Queues from '#services/queues'

const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'completed', 'failed'] as const

/** `queue:status`: how much waits and runs in each queue (contract 7). */
export default class QueueStatus extends BaseCommand {
  static commandName = 'queue:status'
  static description = 'Show how many jobs wait, run and failed in each queue'
  static help = [
    'Exits with 1 when the queues cannot be reached.',
    '',
    '  {{ binaryName }} queue:status --json',
  ]
  static options: CommandOptions = { startApp: true }

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(queues: Queues) {
    try {
      await queues.ready()
      const counts = await Promise.all(
        queues.all().map(async (queue) => [queue.name, await queue.getJobCounts(...STATES)] as const)
      )
      this.#print(counts)
    } catch (error) {
      this.exitCode = 1
      this.logger.error(`The queues cannot be reached: ${error instanceof Error ? error.message : error}`)
    }
  }

  #print(counts: (readonly [string, Record<string, number>])[]) {
    if (this.json) {
      const status = { backend: config.backend, queues: Object.fromEntries(counts) }
      return void process.stdout.write(`${JSON.stringify(status)}\n`)
    }
    const table = this.ui.table().head(['Queue', ...STATES])
    for (const [name, jobs] of counts) table.row([name, ...STATES.map((state) => String(jobs[state] ?? 0))])
    table.render()
  }
}
