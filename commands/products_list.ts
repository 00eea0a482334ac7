import { flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import Refusal from '#kernel/refusals/refusal'
import FindOwner from '#catalog/queries/find_owner'
import ListAllProducts from '#catalog/queries/list_all_products'
import ServiceListCommand from '#terminal/list_command'
import { requireUuid } from '#terminal/arguments'
import { iso } from '#kernel/time/iso'

/** `products:list`: lists the products of the deployment or of one org (contract/01-changes#ace). */
export default class ProductsList extends ServiceListCommand {
  static commandName = 'products:list'
  static description = 'List the products with their org, API keys and licenses, newest first'
  static help = [
    'Example:',
    '  {{ binaryName }} products:list',
    '  {{ binaryName }} products:list --json \\',
    '    --org=0192f0c1-0000-7000-8000-000000000000',
  ]

  @flags.string({ description: 'Only this org' })
  declare org?: string

  @inject()
  async run(list: ListAllProducts, owner: FindOwner) {
    const orgId = this.org === undefined ? null : requireUuid(this.org, 'id after --org')
    if (orgId !== null && !(await owner.orgExists(orgId))) throw new Refusal('ORG_NOT_FOUND')
    const products = await list.execute(orgId, this.requireLimit())
    const shown = products.map((product) => ({ ...product, createdAt: iso(product.createdAt) }))
    this.answer(shown, () =>
      this.table(
        ['Id', 'Name', 'Org', 'API keys', 'Licenses', 'Created'],
        shown.map(({ id, name, org, apiKeys, licenses, createdAt }) => [
          ...[id, name, org, String(apiKeys), licenses.toLocaleString('en'), createdAt],
        ])
      )
    )
  }
}
