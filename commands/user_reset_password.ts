import { args, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import { randomBytes } from 'node:crypto'
import ResetAccess from '#accounts/actions/reset_access'
import { passwordFromInput } from '#terminal/read_password'
import ServiceCommand from '#terminal/service_command'

/** `user:reset-password`: sets a new password for a user who is locked out (contract/01-changes#ace). */
export default class UserResetPassword extends ServiceCommand {
  static commandName = 'user:reset-password'
  static description = 'Set a new password for a user; all sessions end, and the user gets a mail'
  static help = [
    'Generates a password and prints it once, or reads it from standard input. Verify the identity of the user first:',
    'the address counts as verified afterwards.',
    'Example:',
    '  {{ binaryName }} user:reset-password jane@example.com',
    '  {{ binaryName }} user:reset-password jane@example.com \\',
    '    --password-stdin < password.txt',
  ]

  @args.string({ description: 'Email address of the user' })
  declare email: string

  @flags.boolean({ description: 'Read the password from standard input' })
  declare passwordStdin: boolean

  @inject()
  async run(reset: ResetAccess) {
    const given = this.passwordStdin ? await passwordFromInput() : null
    const password = given ?? randomBytes(15).toString('base64url')
    await reset.password(this.email, password)
    const { email } = this
    this.answer(given === null ? { email, password } : { email }, () => {
      this.logger.success(`${email} has a new password, and all sessions have ended`)
      if (given === null) process.stdout.write(`password  ${password}\n`)
    })
  }
}
