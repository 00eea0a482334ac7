import { inject } from '@adonisjs/core'
import { args, flags } from '@adonisjs/core/ace'
import { SYSTEM } from '#kernel/audit/audit'
import { printable } from '#kernel/text/printable'
import SuspendStorefront from '#storefront/actions/suspend_storefront'
import ServiceCommand from '#terminal/service_command'

/** `storefront:suspend`: makes a storefront unavailable to visitors (contract/10-storefront#107-abuse). */
export default class StorefrontSuspend extends ServiceCommand {
  static commandName = 'storefront:suspend'
  static description = 'Suspend a storefront, or end its suspension'
  static help = [
    'Visitors cannot find a suspended storefront or order from it. Its merchant cannot end the suspension.',
    'Running processes apply the change within a minute.',
    '',
    '  {{ binaryName }} storefront:suspend editor',
    '  {{ binaryName }} storefront:suspend editor --undo',
  ]

  @args.string({ description: 'Slug or id of the storefront' })
  declare storefront: string

  @flags.boolean({ description: 'End the suspension' })
  declare undo: boolean

  @inject()
  async run(suspend: SuspendStorefront) {
    const done = await suspend.execute(this.storefront, !this.undo, SYSTEM)
    const state = done.suspended ? 'is suspended: visitors cannot find it' : 'is no longer suspended'
    this.answer(done, () => this.logger.success(`The storefront ${printable(done.slug)} ${state}`))
  }
}
