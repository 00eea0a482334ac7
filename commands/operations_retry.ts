import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import RetryOperation from '#operations/actions/retry_operation'
import Refusal from '#kernel/refusals/refusal'
import FindOperation from '#operations/queries/find_operation'
import { requireUuid } from '#terminal/arguments'
import { reportRefusals } from '#terminal/report_refusals'
import { toOperation } from '#operations/http/operation_transformer'

/** `operations:retry`: resumes a failed or cancelled operation where it stopped (contract#ace-commands). */
export default class OperationsRetry extends BaseCommand {
  static commandName = 'operations:retry'
  static description = 'Continue a failed or cancelled operation where it stopped'
  static help = ['  {{ binaryName }} operations:retry 0192f0c1-0000-7000-8000-000000000000']
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'Id of the operation' })
  declare operation: string

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(find: FindOperation, retry: RetryOperation) {
    await reportRefusals(this, async () => {
      const operation = await find.byId(requireUuid(this.operation, 'operation id'))
      if (!operation) throw new Refusal('NOT_FOUND', { message: 'No such operation' })
      const queued = await retry.execute(operation)
      if (this.json) return void process.stdout.write(`${JSON.stringify(toOperation(queued))}\n`)
      this.logger.success(
        `The operation is ${queued.status}: npm run ace -- operations:show ${queued.id} --watch shows its progress`
      )
    })
  }
}
