import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import StartImport from '#operations/kinds/import/start_import'
import type { OpenUpload } from '#kernel/files/upload'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import FindOwner from '#catalog/queries/find_owner'
import { printable } from '#kernel/text/printable'
import { failedRows } from '#operations/kinds/import/failed_rows'
import type { OperationRow } from '#operations/kinds/registry'
import FindOperation from '#operations/queries/find_operation'
import ListItems from '#operations/queries/list_items'
import { requireFile, requireFolder, requireUuid } from '#terminal/arguments'
import { reportRefusals } from '#terminal/report_refusals'
import { writeWholeFile } from '#terminal/write_whole_file'
import { followOperation, printItems, printNotes } from '#terminal/operation_output'
import OperationWatch from '#operations/watch/operation_watch'
import { toOperation } from '#operations/http/operation_transformer'
import { importOptionsValidator } from '#operations/http/transfers_input'

/** `licenses:import FILE`: runs the import of the API with a local file (contract#ace-commands). */
export default class LicensesImport extends BaseCommand {
  static commandName = 'licenses:import'
  static description = 'Import licenses from a CSV, JSON or NDJSON file; the workers run the import'
  static help = [
    'Shows the progress, then each failed row with its line and reason. Exits with 2 if some rows failed, and with 1',
    'if none was imported, the file is refused, or the import does not complete.',
    '',
    '  {{ binaryName }} licenses:import licenses.csv \\',
    '    --product=0192f0c1-0000-7000-8000-000000000000',
    '  {{ binaryName }} licenses:import licenses.json --product=... \\',
    '    --on-conflict=update --dry-run',
    '  {{ binaryName }} licenses:import shop.csv --product=... --failed=repair.csv \\',
    '    --map="key:License Key,expiresAt:Expiry" --date-format=dd.MM.yyyy',
  ]
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'The file' })
  declare file: string

  @flags.string({ description: 'Id of the product that the licenses belong to (required)' })
  declare product?: string

  @flags.string({
    description: 'What to do with keys that already exist: fail, skip, update or update-only',
    default: 'fail',
  })
  declare onConflict: string

  @flags.string({
    description: 'Columns and their headings in the file: key:License Key,expiresAt:Expiry',
  })
  declare map?: string

  @flags.string({ description: 'Format of dates that are not ISO 8601, in Luxon tokens: dd.MM.yyyy' })
  declare dateFormat?: string

  @flags.string({ description: 'CSV file to write the failed rows to, each with its error' })
  declare failed?: string

  @flags.boolean({ description: 'Report the result without changing anything' })
  declare dryRun: boolean

  @flags.boolean({
    description: 'Wait until the operation ends',
    default: true,
    showNegatedVariantInHelp: true,
  })
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
    await reportRefusals(this, async () => {
      const scope = await owner.ofProduct(requireUuid(this.product, 'id after --product'))
      if (!scope) throw new Refusal('PRODUCT_NOT_FOUND')
      const { onConflict, map, dateFormat } = this
      const options = await importOptionsValidator.validate({ onConflict, map, dateFormat })
      await requireFile(this.file)
      if (this.failed !== undefined) await this.#requirePlace(this.failed)
      const upload: OpenUpload = async (admit) => {
        admit((await stat(this.file)).size)
        return { bytes: createReadStream(this.file), name: null, type: null }
      }
      const { dryRun } = this
      let operation = await start.execute(scope, upload, { productId: scope.productId, dryRun, ...options })
      if (this.wait) await followOperation(watch, operation)
      operation = (await find.byId(operation.id))!
      const { items, nextCursor } = await list.execute(operation.id, { outcome: 'failed', limit: 100 })
      if (this.json)
        process.stdout.write(`${printable(JSON.stringify({ ...toOperation(operation), items }))}\n`)
      else {
        process.stdout.write(`operation ${operation.id}\n`)
        printNotes(operation)
        printItems(items, nextCursor !== null)
      }
      if (!this.wait) return
      if (this.failed !== undefined) await writeWholeFile(this.failed, failedRows(operation))
      this.exitCode = exitCodeOf(operation)
    })
  }

  /** Checks that the failed rows can be written: they are known once the import has ended. */
  async #requirePlace(failed: string) {
    if (!this.wait) throw invalidField('failed', '--failed needs the end of the import: leave out --no-wait')
    await requireFolder(failed)
  }
}

/** 2 if some rows failed; 1 if rows failed and none succeeded, or the import did not complete; else 0. */
function exitCodeOf({ status, succeeded, failed }: OperationRow): number {
  if (status !== 'completed' || (failed > 0 && succeeded === 0)) return 1
  return failed > 0 ? 2 : 0
}
