import { inject } from '@adonisjs/core'
import config from '#config/queue'
import { shownNumber } from '#kernel/text/shown_number'
import QueueStatuses, { JOB_STATES } from '#system/queue_statuses'
import ServiceCommand from '#terminal/service_command'

/** `queue:status`: shows how many jobs wait and run in each queue, and since when (contract#ace-commands). */
export default class QueueStatus extends ServiceCommand {
  static commandName = 'queue:status'
  static description = 'Show the waiting, running and failed jobs of each queue, and which queues are paused'
  static help = [
    'Exits with 1 if the queues cannot be reached.',
    '',
    '  {{ binaryName }} queue:status',
    '  {{ binaryName }} queue:status --json',
  ]

  @inject()
  async run(statuses: QueueStatuses) {
    const found = await statuses.execute()
    this.answer({ backend: config.backend, queues: Object.fromEntries(found) }, () =>
      this.table(
        ['Queue', 'paused', ...JOB_STATES, 'oldest waiting'],
        found.map(([name, status]) => [
          ...[name, status.paused ? 'PAUSED' : '-', ...JOB_STATES.map((state) => shownNumber(status[state]))],
          status.oldestWaiting ?? '-',
        ])
      )
    )
  }
}
