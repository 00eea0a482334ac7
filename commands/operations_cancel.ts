import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import CancelOperation from '#operations/actions/cancel_operation'
import Refusal from '#kernel/refusals/refusal'
import FindOperation from '#operations/queries/find_operation'
import { requireUuid } from '#terminal/arguments'
import { reportRefusals } from '#terminal/report_refusals'
import { toOperation } from '#operations/http/operation_transformer'

/** `operations:cancel`: stops an operation at its next chunk (contract#ace-commands). */
export default class OperationsCancel extends BaseCommand {
  static commandName = 'operations:cancel'
  static description = 'Stop an operation at its next chunk; finished chunks are kept'
  static help = ['  {{ binaryName }} operations:cancel 0192f0c1-0000-7000-8000-000000000000']
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'Id of the operation' })
  declare operation: string

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(find: FindOperation, cancel: CancelOperation) {
    await reportRefusals(this, async () => {
      const operation = await find.byId(requireUuid(this.operation, 'operation id'))
      if (!operation) throw new Refusal('NOT_FOUND', { message: 'No such operation' })
      const cancelled = await cancel.execute(operation)
      if (this.json) return void process.stdout.write(`${JSON.stringify(toOperation(cancelled))}\n`)
      this.logger.success(`The operation is ${cancelled.status}`)
    })
  }
}
