import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import Refusal from '#kernel/refusals/refusal'
import { printable } from '#kernel/text/printable'
import FindOwner from '#catalog/queries/find_owner'
import { WHOLE_LIST } from '#kernel/database/keyset'
import ListApiKeys from '#catalog/queries/list_api_keys'
import { requireUuid } from '#terminal/arguments'
import { reportRefusals } from '#terminal/report_refusals'

/** `api-key:list`: lists the keys of a product, without their secrets (contract#ace-commands). */
export default class ApiKeyList extends BaseCommand {
  static commandName = 'api-key:list'
  static description = 'List the API keys of a product'
  static help = ['Example:', '  {{ binaryName }} api-key:list 0192f0c1-0000-7000-8000-000000000000 --json']
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'Id of the product' })
  declare productId: string

  @flags.boolean({ description: 'Print one JSON array' })
  declare json: boolean

  @inject()
  async run(find: FindOwner, list: ListApiKeys) {
    await reportRefusals(this, async () => {
      const scope = await find.ofProduct(requireUuid(this.productId, 'product id'))
      if (!scope) throw new Refusal('PRODUCT_NOT_FOUND')
      const { items: apiKeys } = await list.execute(scope, WHOLE_LIST)
      if (this.json) return void process.stdout.write(`${printable(JSON.stringify(apiKeys))}\n`)
      const table = this.ui
        .table()
        .head(['id', 'name', 'last 4', 'permissions', 'expires', 'last used', 'revoked'])
      for (const key of apiKeys) {
        const times = [key.expiresAt, key.lastUsedAt, key.revokedAt].map((at) => at?.toISOString() ?? '-')
        table.row([key.id, printable(key.name), key.last4, key.permissions.join(' '), ...times])
      }
      table.render()
    })
  }
}
