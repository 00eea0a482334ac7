import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { createReadStream } from 'node:fs'
import StartImport from '#actions/operations/start_import'
import Refusal from '#exceptions/refusal'
import FindOwner from '#queries/access/find_owner'
import FindOperation from '#queries/operations/find_operation'
import ListItems from '#queries/operations/list_items'
import { refuse, requireFile, requireUuid } from '#services/console'
import { followOperation, printItems } from '#services/operation_console'
import OperationWatch from '#services/operation_watch'
import { toOperation } from '#transformers/operation_transformer'
import { importOptionsValidator } from '#validators/operations'

/** `licenses:import FILE`: the import of the API, from a file of this machine (contract 7). */
export default class LicensesImport extends BaseCommand {
  static commandName = 'licenses:import'
  static description = 'Import licenses from a CSV, JSON or NDJSON file; the workers do it'
  static help = [
    'Shows the progress and then each bad row with its line and reason. Exits with 1 when the file is refused,',
    'and when the import does not complete; an import that leaves bad rows out is a completed one.',
    '',
    '  {{ binaryName }} licenses:import licenses.csv \\',
    '    --product=0192f0c1-0000-7000-8000-000000000000',
    '  {{ binaryName }} licenses:import licenses.json --product=... \\',
    '    --on-conflict=update --dry-run',
  ]
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'The file' })
  declare file: string

  @flags.string({ description: 'Id of the product that the licenses belong to (needed)' })
  declare product?: string

  @flags.string({ description: 'What to do with keys that are taken: fail, skip or update', default: 'fail' })
  declare onConflict: string

  @flags.boolean({ description: 'Say what would happen, and change nothing' })
  declare dryRun: boolean

  @flags.boolean({ description: 'Wait for the end', default: true, showNegatedVariantInHelp: true })
  declare wait: boolean

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(
    owner: FindOwner,
    start: StartImport,
    find: FindOperation,
    list: ListItems,
    watch: OperationWatch
  ) {
    await refuse(this, async () => {
      const scope = await owner.ofProduct(requireUuid(this.product ?? '', 'product id'))
      if (!scope) throw new Refusal('PRODUCT_NOT_FOUND')
      const { onConflict } = await importOptionsValidator.validate({ onConflict: this.onConflict })
      await requireFile(this.file)
      const upload = async () => ({ bytes: createReadStream(this.file), format: null })
      const { dryRun } = this
      let operation = await start.execute(scope, upload, { productId: scope.productId, onConflict, dryRun })
      if (this.wait) await followOperation(watch, operation)
      operation = (await find.byId(operation.id))!
      const { items, nextCursor } = await list.execute(operation.id, { outcome: 'failed', limit: 100 })
      if (this.json) process.stdout.write(`${JSON.stringify({ ...toOperation(operation), items })}\n`)
      else {
        process.stdout.write(`operation ${operation.id}\n`)
        printItems(items, nextCursor !== null)
      }
      if (this.wait && operation.status !== 'completed') this.exitCode = 1
    })
  }
}
