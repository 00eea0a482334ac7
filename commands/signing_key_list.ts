import { BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import ListSigningKeys from '#kernel/signing/list_signing_keys'
import { toServiceKey } from '#runtime/http/signing_key_transformer'

/** `signing-key:list`: lists the keys that sign responses, in the form that programs pin (contract/01-changes#keys). */
export default class SigningKeyList extends BaseCommand {
  static commandName = 'signing-key:list'
  static description = 'List the keys that sign responses, with the public keys that programs pin'
  static help = [
    'Prints each key and a line for the option publicKeys of the reference client.',
    'Programs pin the keys that sign now or later. They must refuse retired and compromised keys.',
    '',
    'Example:',
    '  {{ binaryName }} signing-key:list',
    '  {{ binaryName }} signing-key:list --json',
  ]
  static options: CommandOptions = { startApp: true }

  @flags.boolean({ description: 'Print one JSON array' })
  declare json: boolean

  @inject()
  async run(list: ListSigningKeys) {
    const stored = await list.stored()
    const now = Date.now()
    const keys = stored.map((key) => {
      const { kid, x, status, createdAt, retiredAt } = toServiceKey(key, stored, now)
      return { kid, x, status, createdAt, signsFrom: new Date(key.signsFrom).toISOString(), retiredAt }
    })
    if (this.json) return void process.stdout.write(`${JSON.stringify(keys)}\n`)
    const table = this.ui.table().head(['Key id', 'Public key (x)', 'Status', 'Signs from', 'Retired at'])
    for (const { kid, x, status, signsFrom, retiredAt } of keys) {
      table.row([kid, x, status, signsFrom, retiredAt ?? ''])
    }
    table.render()
    const pins = keys.filter(({ status }) => status === 'active').map(({ x }) => `'${x}'`)
    process.stdout.write(`publicKeys: [${pins.join(', ')}]\n`)
  }
}
