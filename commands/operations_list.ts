import { BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import FindOwner from '#catalog/queries/find_owner'
import Queues from '#kernel/queues/queues'
import Refusal from '#kernel/refusals/refusal'
import AllOperations from '#operations/queries/all_operations'
import { requireUuid } from '#terminal/arguments'
import { reportRefusals } from '#terminal/report_refusals'
import { printOperations, warnOfPause } from '#terminal/operation_output'
import { toOperation } from '#operations/http/operation_transformer'
import { operationListValidator } from '#operations/http/operations_input'

/** `operations:list`: lists running and past operations, newest first (contract#ace-commands). */
export default class OperationsList extends BaseCommand {
  static commandName = 'operations:list'
  static description = 'List the operations of all orgs, or of one, newest first'
  static help = [
    '  {{ binaryName }} operations:list --status=running',
    '  {{ binaryName }} operations:list --json',
  ]
  static options: CommandOptions = { startApp: true }

  @flags.string({ description: 'Only this org' })
  declare org?: string

  @flags.string({ description: 'Only operations of this type, such as licenses.import' })
  declare type?: string

  @flags.string({
    description: 'Only this status: queued, running, completed, failed, cancelling or cancelled',
  })
  declare status?: string

  @flags.number({ description: 'Number of operations, at most 200', default: 20 })
  declare limit: number

  @flags.boolean({ description: 'Print one JSON array' })
  declare json: boolean

  @inject()
  async run(all: AllOperations, queues: Queues, owner: FindOwner) {
    await reportRefusals(this, async () => {
      const orgId = this.org === undefined ? undefined : requireUuid(this.org, 'org id')
      if (orgId !== undefined && !(await owner.orgExists(orgId))) throw new Refusal('ORG_NOT_FOUND')
      const { type, status, limit } = this
      const query = await operationListValidator.validate({ type, status, limit })
      const operations = await all.execute({ orgId, ...query, limit: query.limit ?? 20 })
      if (this.json)
        return void process.stdout.write(`${JSON.stringify(operations.map((one) => toOperation(one)))}\n`)
      printOperations(this, operations)
      await warnOfPause(this, operations, queues)
    })
  }
}
