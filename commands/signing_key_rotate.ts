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
  static description = 'Create a new key for response signatures; the old key stays published'
  static help = [
    'The new key is published at once and signs after the overlap, so that every server and every client',
    'that caches /.well-known/service-keys.json knows it by then. Programs that pin keys need a release',
    'with the new key ({{ binaryName }} signing-key:list) before it signs: set --overlap long enough.',
    '',
    '--compromised removes the key that signs (or --kid) from the set at once. The key that is published to',
    `sign next replaces it, or else a new key. Every server uses the new set within ${REFRESH_EVERY / 1000} seconds.`,
    '',
    'Example:',
    '  {{ binaryName }} signing-key:rotate',
    '  {{ binaryName }} signing-key:rotate --overlap=3600 --json',
    '  {{ binaryName }} signing-key:rotate --compromised',
  ]
  static options: CommandOptions = { startApp: true }

  @flags.number({
    description: `Seconds between publication and first signature, by default ${DEFAULT_OVERLAP}`,
  })
  declare overlap?: number

  @flags.boolean({ description: 'Remove a compromised key from the set at once' })
  declare compromised: boolean

  @flags.string({ description: 'With --compromised: the key to remove; without it, the key that signs now' })
  declare kid?: string

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(rotate: RotateSigningKey) {
    await reportRefusals(this, () => (this.compromised ? this.#takeOut(rotate) : this.#rotate(rotate)))
  }

  async #rotate(rotate: RotateSigningKey) {
    if (this.kid !== undefined) throw invalidField('kid', '--kid goes with --compromised')
    const { overlap = DEFAULT_OVERLAP } = this
    if (!Number.isInteger(overlap) || overlap < LEAST_OVERLAP || overlap > MOST_OVERLAP) {
      throw invalidField(
        'overlap',
        `--overlap takes ${LEAST_OVERLAP} to ${MOST_OVERLAP} seconds: servers look for new keys every ${REFRESH_EVERY / 1000}`
      )
    }
    const key = await rotate.execute(overlap)
    const signsFrom = new Date(key.signsFrom).toISOString()
    if (this.json) {
      const printed = { kid: key.kid, x: key.publicKey, signsFrom }
      return void process.stdout.write(`${JSON.stringify(printed)}\n`)
    }
    this.logger.success(`Key ${key.kid} is published and signs from ${signsFrom}`)
    this.logger.info(`Before that, release programs that pin keys with the key "${key.publicKey}"`)
  }

  async #takeOut(rotate: RotateSigningKey) {
    if (this.overlap !== undefined) {
      throw invalidField('overlap', '--overlap goes without --compromised: the next key signs at once')
    }
    const result = await rotate.compromised(this.kid)
    if (this.json) return void process.stdout.write(`${JSON.stringify(result)}\n`)
    this.logger.success(`Key ${result.compromised} is removed from the set; ${result.signs} signs now`)
    this.logger.info(`Every server uses the new set within ${REFRESH_EVERY / 1000} seconds`)
  }
}
