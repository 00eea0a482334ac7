import { BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import RotateSigningKey from '#actions/signing_keys/rotate_signing_key'
import { DEFAULT_OVERLAP, REFRESH_EVERY } from '#services/signing_keys'

/** `signing-key:rotate`: a new key for response signatures (interface 5.5). */
export default class SigningKeyRotate extends BaseCommand {
  static commandName = 'signing-key:rotate'
  static description = 'Make a new key for response signatures; the old one stays published'
  static help = [
    'The new key is published at once and signs after the overlap, so that every server and every client',
    'that caches /.well-known/service-keys.json knows it by then.',
    '',
    'Example:',
    '  {{ binaryName }} signing-key:rotate',
    '  {{ binaryName }} signing-key:rotate --overlap=3600 --json',
  ]
  static options: CommandOptions = { startApp: true }

  @flags.number({ description: 'Seconds between publication and first signature', default: DEFAULT_OVERLAP })
  declare overlap: number

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(rotate: RotateSigningKey) {
    const least = (2 * REFRESH_EVERY) / 1000
    if (!Number.isInteger(this.overlap) || this.overlap < least || this.overlap > 604_800) {
      this.exitCode = 1
      return void this.logger.error(
        `--overlap takes ${least} to 604800 seconds: servers look for new keys every ${REFRESH_EVERY / 1000}`
      )
    }
    const key = await rotate.execute(this.overlap)
    const signsFrom = new Date(key.signsFrom).toISOString()
    if (this.json) return void process.stdout.write(`${JSON.stringify({ kid: key.kid, signsFrom })}\n`)
    this.logger.success(`Key ${key.kid} is published and signs from ${signsFrom}`)
  }
}
