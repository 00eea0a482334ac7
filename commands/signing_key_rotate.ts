import { BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { invalidField } from '#kernel/refusals/refusal'
import RotateSigningKey from '#kernel/signing/rotate_signing_key'
import { reportRefusals } from '#terminal/report_refusals'
import { DEFAULT_OVERLAP, REFRESH_EVERY } from '#kernel/signing/signing_keys'

/**
 * Seconds. The minimum lets every server learn the key; the maximum covers the slowest update of programs in the
 * field.
 */
const LEAST_OVERLAP = 30
const MOST_OVERLAP = 400 * 86_400

/** `signing-key:rotate`: creates a new key for response signatures (interface#55-signed-responses). */
export default class SigningKeyRotate extends BaseCommand {
  static commandName = 'signing-key:rotate'
  static description = 'Make a new key for response signatures; the old one stays published'
  static help = [
    'The new key is published at once and signs after the overlap, so that every server and every client',
    'that caches /.well-known/service-keys.json knows it by then. Programs that pin keys need a release',
    'with the new key ({{ binaryName }} signing-key:list) before it signs: give them time with --overlap.',
    '',
    '--compromised takes the key that signs (or --kid) out of the set at once. The key that was published to',
    `sign next takes its place, else a new one. Every server follows within ${REFRESH_EVERY / 1000} seconds.`,
    '',
    'Example:',
    '  {{ binaryName }} signing-key:rotate',
    '  {{ binaryName }} signing-key:rotate --overlap=3600 --json',
    '  {{ binaryName }} signing-key:rotate --compromised',
  ]
  static options: CommandOptions = { startApp: true }

  @flags.number({ description: 'Seconds between publication and first signature', default: DEFAULT_OVERLAP })
  declare overlap: number

  @flags.boolean({ description: 'Take a key that somebody else may have out of the set at once' })
  declare compromised: boolean

  @flags.string({ description: 'With --compromised: the key to take out; the one that signs when left out' })
  declare kid?: string

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(rotate: RotateSigningKey) {
    await reportRefusals(this, () => (this.compromised ? this.#takeOut(rotate) : this.#rotate(rotate)))
  }

  async #rotate(rotate: RotateSigningKey) {
    if (this.kid !== undefined) throw invalidField('kid', '--kid goes with --compromised')
    if (!Number.isInteger(this.overlap) || this.overlap < LEAST_OVERLAP || this.overlap > MOST_OVERLAP) {
      throw invalidField(
        'overlap',
        `--overlap takes ${LEAST_OVERLAP} to ${MOST_OVERLAP} seconds: servers look for new keys every ${REFRESH_EVERY / 1000}`
      )
    }
    const key = await rotate.execute(this.overlap)
    const signsFrom = new Date(key.signsFrom).toISOString()
    if (this.json) {
      const printed = { kid: key.kid, x: key.publicKey, signsFrom }
      return void process.stdout.write(`${JSON.stringify(printed)}\n`)
    }
    this.logger.success(`Key ${key.kid} is published and signs from ${signsFrom}`)
    this.logger.info(`Programs that pin keys need a release with "${key.publicKey}" before that`)
  }

  async #takeOut(rotate: RotateSigningKey) {
    const result = await rotate.compromised(this.kid)
    if (this.json) return void process.stdout.write(`${JSON.stringify(result)}\n`)
    this.logger.success(`Key ${result.compromised} is out of the set; ${result.signs} signs`)
    this.logger.info(`Every server follows within ${REFRESH_EVERY / 1000} seconds`)
  }
}
