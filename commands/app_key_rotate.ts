import { BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import RotateAppKey, { type AppKeyRotation } from '#kernel/secrets/rotate_app_key'
import { shownNumber } from '#kernel/text/shown_number'
import ProgressLine from '#terminal/progress_line'

/** Nothing that a key signs is valid for longer than an hour (contract#export, interface#53-jwt-tokens). */
const UNTIL_REMOVAL =
  'Remove older keys an hour after the last process began to sign with it: until then, access tokens (15 minutes) and links to files (an hour) may need them'

/** `app-key:rotate`: re-encrypts every stored secret with the newest key of APP_KEYS (contract/01-changes#keys). */
export default class AppKeyRotate extends BaseCommand {
  static commandName = 'app-key:rotate'
  static description = 'Seal every stored secret with the newest key of APP_KEYS'
  static help = [
    'First set APP_KEYS=old,new for every process. When all processes have it, set APP_KEYS=new,old.',
    'Then run this command while the service runs. You can stop it and run it again.',
    'Remove the old key an hour after the last process began to sign with the new one, not earlier.',
    'Exits with 1 if a secret is sealed with a key that is not in APP_KEYS.',
    '',
    'Example:',
    '  {{ binaryName }} app-key:rotate --dry-run',
    '  {{ binaryName }} app-key:rotate --json',
  ]
  static options: CommandOptions = { startApp: true }

  @flags.boolean({ description: 'Only count the secrets that are sealed with older keys' })
  declare dryRun: boolean

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(rotate: RotateAppKey) {
    const dryRun = this.dryRun ?? false
    const line = new ProgressLine('secrets')
    const result = await rotate.execute({ dryRun, progress: (done, total) => line.update(done, total) })
    const count = Object.values(result.sealed).reduce((sum, one) => sum + one, 0)
    if (!dryRun) line.finish(`${shownNumber(count)} sealed anew`)
    const unreadable = Object.values(result.unreadable).flat().length
    if (unreadable > 0) this.exitCode = 1
    if (this.json) return void process.stdout.write(`${JSON.stringify({ dryRun, ...result })}\n`)
    this.#show(result, dryRun)
    if (unreadable > 0) {
      this.logger.error(
        `${unreadable} rows have a secret that no key of APP_KEYS can open: add its key, or set new secrets`
      )
    } else if (!dryRun) {
      this.logger.success(`Every secret is sealed with the newest key. ${UNTIL_REMOVAL}`)
    }
  }

  #show({ found, sealed, unreadable }: AppKeyRotation, dryRun: boolean) {
    const table = this.ui.table().head(['Table', 'By older keys', 'Sealed anew', 'Unreadable'])
    for (const [name, count] of Object.entries(found)) {
      const lost = (unreadable[name] ?? []).join(' ')
      table.row([name, String(count), dryRun ? '' : String(sealed[name]), lost])
    }
    table.render()
  }
}
