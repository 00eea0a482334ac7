import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import type { OperationItem } from '#operations/rules/operation'
import Queues from '#kernel/queues/queues'
import Refusal from '#kernel/refusals/refusal'
import { printable } from '#kernel/text/printable'
import FindOperation from '#operations/queries/find_operation'
import ListItems from '#operations/queries/list_items'
import { requireUuid } from '#terminal/arguments'
import { reportRefusals } from '#terminal/report_refusals'
import {
  followOperation,
  printItems,
  printNotes,
  printOperations,
  warnOfPause,
} from '#terminal/operation_output'
import OperationWatch from '#operations/watch/operation_watch'
import { toOperation } from '#operations/http/operation_transformer'

/** `operations:show`: shows one operation with its failures, or its progress until it ends (contract#ace-commands). */
export default class OperationsShow extends BaseCommand {
  static commandName = 'operations:show'
  static description = 'Show an operation and the items that were skipped or failed'
  static help = [
    'Exits with 1 if the operation failed or was cancelled.',
    '',
    '  {{ binaryName }} operations:show 0192f0c1-0000-7000-8000-000000000000 --watch',
    '  {{ binaryName }} operations:show 0192f0c1-0000-7000-8000-000000000000 \\',
    '    --all --json',
  ]
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'Id of the operation' })
  declare operation: string

  @flags.boolean({ description: 'Show the progress until the operation ends' })
  declare watch: boolean

  @flags.boolean({ description: 'Show all skipped and failed items, not only the first 50' })
  declare all: boolean

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(find: FindOperation, list: ListItems, watch: OperationWatch, queues: Queues) {
    await reportRefusals(this, async () => {
      const id = requireUuid(this.operation, 'operation id')
      let operation = await find.byId(id)
      if (!operation) throw new Refusal('NOT_FOUND', { message: 'No such operation' })
      if (!this.json) await warnOfPause(this, [operation], queues)
      if (this.watch) await followOperation(watch, operation)
      operation = (await find.byId(id))!
      const { items, more } = this.all ? await everyItem(list, id) : await firstItems(list, id)
      if (this.json)
        process.stdout.write(`${printable(JSON.stringify({ ...toOperation(operation), items }))}\n`)
      else {
        printOperations(this, [operation])
        if (operation.error) this.logger.error(printable(operation.error.message))
        printNotes(operation)
        printItems(items, more)
      }
      if (operation.status === 'failed' || operation.status === 'cancelled') this.exitCode = 1
    })
  }
}

async function firstItems(list: ListItems, id: string) {
  const { items, nextCursor } = await list.execute(id, { limit: 50 })
  return { items, more: nextCursor !== null }
}

async function everyItem(list: ListItems, id: string) {
  const items: OperationItem[] = []
  let next: string | null = '-1'
  while (next !== null) {
    const page: Awaited<ReturnType<ListItems['execute']>> = await list.execute(id, {
      limit: 1000,
      cursor: Number(next),
    })
    items.push(...page.items)
    next = page.nextCursor
  }
  return { items, more: false }
}
