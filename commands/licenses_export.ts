import { BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import StartExport from '#operations/kinds/export/start_export'
import Refusal from '#kernel/refusals/refusal'
import FindOwner from '#catalog/queries/find_owner'
import { printable } from '#kernel/text/printable'
import type { OperationRow } from '#operations/kinds/registry'
import FindOperation from '#operations/queries/find_operation'
import { openExport } from '#operations/kinds/export/open_export'
import { readExportFile } from '#operations/kinds/export/params'
import { requireFolder, requireUuid } from '#terminal/arguments'
import { reportRefusals } from '#terminal/report_refusals'
import { writeWholeFile } from '#terminal/write_whole_file'
import { followOperation } from '#terminal/operation_output'
import OperationWatch from '#operations/watch/operation_watch'
import { toOperation } from '#operations/http/operation_transformer'
import { exportValidator } from '#operations/http/operations_input'

/** `licenses:export`: runs the export of the API and writes it to a local file (contract#ace-commands). */
export default class LicensesExport extends BaseCommand {
  static commandName = 'licenses:export'
  static description = 'Export licenses as CSV or JSON; the workers run the export'
  static help = [
    'Set --product, or --org for all products of an org. Without --output, it prints the link to the file.',
    '',
    '  {{ binaryName }} licenses:export --output=licenses.csv \\',
    '    --org=0192f0c1-0000-7000-8000-000000000000',
    '  {{ binaryName }} licenses:export --product=... --format=json \\',
    '    --status=ACTIVE --output=active.json',
  ]
  static options: CommandOptions = { startApp: true }

  @flags.string({ description: 'Id of the product' })
  declare product?: string

  @flags.string({ description: 'Id of the org' })
  declare org?: string

  @flags.string({ description: 'csv or json', default: 'csv' })
  declare format: string

  @flags.string({ description: 'Only licenses of this status' })
  declare status?: string

  @flags.string({ description: 'Only licenses whose key contains this text' })
  declare search?: string

  @flags.string({ description: 'Separator of the cells of a CSV file: comma, semicolon or tab' })
  declare delimiter?: string

  @flags.boolean({
    description: 'Begin a CSV file with a byte order mark, which old spreadsheet programs need',
  })
  declare bom?: boolean

  @flags.string({ description: 'The file to write' })
  declare output?: string

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(owner: FindOwner, start: StartExport, find: FindOperation, watch: OperationWatch) {
    await reportRefusals(this, async () => {
      const scope = await this.#scope(owner)
      const { status, search, delimiter } = this
      // A string, because the validator reads query parameters.
      const bom = this.bom ? 'true' : undefined
      const asked = { format: this.format, status, search, delimiter, bom }
      const { format = 'csv', ...filter } = await exportValidator.validate(asked)
      if (this.output) await requireFolder(this.output)
      const started = await start.execute(scope, { format, ...filter })
      await followOperation(watch, started)
      const operation = (await find.byId(started.id))!
      const shown = toOperation(operation)
      if (operation.status !== 'completed') this.exitCode = 1
      else if (this.output)
        await writeWholeFile(this.output, (await openExport(readExportFile(operation.result ?? {})))!)
      if (this.json) return void process.stdout.write(`${printable(JSON.stringify(shown))}\n`)
      if (operation.status !== 'completed')
        return this.logger.error(printable(`The export is ${operation.status}${reasonOf(operation)}`))
      const { rows, bytes, sha256, downloadUrl } = shown.result as Record<string, unknown>
      process.stdout.write(
        printable(`${rows} licenses, ${bytes} bytes, sha256 ${sha256}\n${this.output ?? downloadUrl}\n`)
      )
    })
  }

  async #scope(owner: FindOwner) {
    if ((this.product === undefined) === (this.org === undefined)) {
      throw new Refusal('VALIDATION_ERROR', { message: 'Set either --product or --org' })
    }
    if (this.product !== undefined) {
      const scope = await owner.ofProduct(requireUuid(this.product, 'product id'))
      if (!scope) throw new Refusal('PRODUCT_NOT_FOUND')
      return scope
    }
    const orgId = requireUuid(this.org, 'org id')
    if (!(await owner.orgExists(orgId))) throw new Refusal('ORG_NOT_FOUND')
    return { orgId, productId: null, actor: { type: 'system' as const, id: null } }
  }
}

/** The reason of a failed export, if it is known. */
function reasonOf({ error }: OperationRow): string {
  return error ? `: ${error.message}` : ''
}
