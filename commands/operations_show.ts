import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import Refusal from '#exceptions/refusal'
import FindOperation from '#queries/operations/find_operation'
import ListItems from '#queries/operations/list_items'
import { refuse, requireUuid } from '#services/console'
import { followOperation, printItems, printOperations } from '#services/operation_console'
import OperationWatch from '#services/operation_watch'
import { toOperation } from '#transformers/operation_transformer'

/** `operations:show`: one operation with what went wrong in it, or its progress until it ends (contract 7). */
export default class OperationsShow extends BaseCommand {
  static commandName = 'operations:show'
  static description = 'Show an operation and the items that were skipped or failed'
  static help = [
    'Exits with 1 when the operation failed or was cancelled.',
    '',
    '  {{ binaryName }} operations:show 0192f0c1-0000-7000-8000-000000000000 --watch',
  ]
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'Id of the operation' })
  declare operation: string

  @flags.boolean({ description: 'Show the progress until it has ended' })
  declare watch: boolean

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(find: FindOperation, list: ListItems, watch: OperationWatch) {
    await refuse(this, async () => {
      const id = requireUuid(this.operation, 'operation id')
      let operation = await find.byId(id)
      if (!operation) throw new Refusal('NOT_FOUND', { message: 'No such operation' })
      if (this.watch) await followOperation(watch, operation)
      operation = (await find.byId(id))!
      const { items, nextCursor } = await list.execute(id, { limit: 50 })
      if (this.json) process.stdout.write(`${JSON.stringify({ ...toOperation(operation), items })}\n`)
      else {
        printOperations(this, [operation])
        if (operation.error) this.logger.error(operation.error.message)
        printItems(items, nextCursor !== null)
      }
      if (operation.status === 'failed' || operation.status === 'cancelled') this.exitCode = 1
    })
  }
}
