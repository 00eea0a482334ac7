import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import GrantAdmin from '#actions/auth/grant_admin'
import Refusal from '#exceptions/refusal'

/** `admin:grant`: platform admins may open the queue board (contract 1). */
export default class AdminGrant extends BaseCommand {
  static commandName = 'admin:grant'
  static description = 'Make a user a platform admin, who may open the queue board'
  static help = [
    'Example:',
    '  {{ binaryName }} admin:grant jane@example.com',
    '  {{ binaryName }} admin:grant jane@example.com --revoke',
  ]
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'Email address of the user' })
  declare email: string

  @flags.boolean({ description: 'Take the right away instead' })
  declare revoke: boolean

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(grant: GrantAdmin) {
    const platformAdmin = !this.revoke
    try {
      await grant.execute(this.email, platformAdmin)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.exitCode = 1
      return void this.logger.error(error.message)
    }
    const { email } = this
    if (this.json) return void process.stdout.write(`${JSON.stringify({ email, platformAdmin })}\n`)
    this.logger.success(
      platformAdmin ? `${email} is a platform admin` : `${email} is no platform admin any more`
    )
  }
}
