import { args, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import GrantAdmin from '#accounts/actions/grant_admin'
import ServiceCommand from '#terminal/service_command'

/** `admin:grant`: platform admins may open the queue board (contract#platform-admins). */
export default class AdminGrant extends ServiceCommand {
  static commandName = 'admin:grant'
  static description = 'Make a user a platform admin'
  static help = [
    'Example:',
    '  {{ binaryName }} admin:grant jane@example.com',
    '  {{ binaryName }} admin:grant jane@example.com --revoke',
  ]

  @args.string({ description: 'Email address of the user' })
  declare email: string

  @flags.boolean({ description: 'Remove the platform admin right' })
  declare revoke: boolean

  @inject()
  async run(grant: GrantAdmin) {
    const platformAdmin = !this.revoke
    await grant.execute(this.email, platformAdmin)
    const { email } = this
    this.answer({ email, platformAdmin }, () =>
      this.logger.success(
        platformAdmin ? `${email} is a platform admin` : `${email} is no longer a platform admin`
      )
    )
  }
}
