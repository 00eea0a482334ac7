import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import RevokeApiKey from '#catalog/actions/revoke_api_key'
import Refusal from '#kernel/refusals/refusal'
import FindOwner from '#catalog/queries/find_owner'
import { SYSTEM } from '#kernel/audit/audit'
import { requireUuid } from '#terminal/arguments'
import { reportRefusals } from '#terminal/report_refusals'

/** `api-key:revoke`: revokes a key for good (contract#ace-commands). */
export default class ApiKeyRevoke extends BaseCommand {
  static commandName = 'api-key:revoke'
  static description = 'Revoke an API key: it stops working everywhere within a second'
  static help = ['Example:', '  {{ binaryName }} api-key:revoke 0192f0c1-0000-7000-8000-000000000000']
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'Id of the API key' })
  declare id: string

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(find: FindOwner, revokeApiKey: RevokeApiKey) {
    await reportRefusals(this, async () => {
      const id = requireUuid(this.id, 'API key id')
      const scope = await find.ofApiKey(id)
      if (!scope) throw new Refusal('NOT_FOUND', { message: 'No such API key' })
      await revokeApiKey.execute(scope, id, SYSTEM)
      if (this.json) return void process.stdout.write(`${JSON.stringify({ id, revoked: true })}\n`)
      this.logger.success(`Revoked the API key ${id}`)
    })
  }
}
