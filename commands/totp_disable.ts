import { args } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import ResetAccess from '#accounts/actions/reset_access'
import ServiceCommand from '#terminal/service_command'

/** `totp:disable`: removes the second factor of a user who has lost it (contract/01-changes#ace). */
export default class TotpDisable extends ServiceCommand {
  static commandName = 'totp:disable'
  static description = 'Turn off the second factor of a user who has lost it; the user gets a mail'
  static help = [
    'Verify the identity of the person first: afterwards the password alone is enough to sign in.',
    'Example:',
    '  {{ binaryName }} totp:disable jane@example.com',
  ]

  @args.string({ description: 'Email address of the user' })
  declare email: string

  @inject()
  async run(reset: ResetAccess) {
    await reset.secondFactor(this.email)
    const { email } = this
    this.answer({ email, totpEnabled: false }, () =>
      this.logger.success(`The second factor of ${email} is off, and the backup codes no longer work`)
    )
  }
}
