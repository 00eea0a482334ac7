import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import RotateApiKey from '#catalog/actions/rotate_api_key'
import Refusal from '#kernel/refusals/refusal'
import FindOwner from '#catalog/queries/find_owner'
import { SYSTEM } from '#kernel/audit/audit'
import { requireUuid } from '#terminal/arguments'
import { reportRefusals } from '#terminal/report_refusals'
import { graceValidator } from '#catalog/http/api_key_input'

/** `api-key:rotate`: gives a key new secrets (contract#ace-commands). */
export default class ApiKeyRotate extends BaseCommand {
  static commandName = 'api-key:rotate'
  static description = 'Give an API key a new string and signing secret; both are printed once'
  static help = [
    'Example: the old pair works for another day',
    '  {{ binaryName }} api-key:rotate 0192f0c1-0000-7000-8000-000000000000 \\',
    '    --grace=86400',
  ]
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'Id of the API key' })
  declare id: string

  @flags.number({ description: 'How many seconds the old pair keeps working, 0 to 604800', default: 0 })
  declare grace: number

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(find: FindOwner, rotateApiKey: RotateApiKey) {
    await reportRefusals(this, async () => {
      const id = requireUuid(this.id, 'API key id')
      const scope = await find.ofApiKey(id)
      if (!scope) throw new Refusal('NOT_FOUND', { message: 'No such API key' })
      const { grace } = await graceValidator.validate({ grace: this.grace })
      const issued = await rotateApiKey.execute(scope, id, grace, SYSTEM)
      if (this.json) return void process.stdout.write(`${JSON.stringify(issued)}\n`)
      this.logger.success(
        `Rotated the API key ${issued.id}. Save these two secrets: they are shown only once.`
      )
      process.stdout.write(`key            ${issued.key}\nsigning secret ${issued.signingSecret}\n`)
    })
  }
}
