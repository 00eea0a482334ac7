import { flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import ListOrgs from '#orgs/queries/list_orgs'
import ServiceListCommand from '#terminal/list_command'
import { iso } from '#kernel/time/iso'

/** `orgs:list`: lists the orgs of the deployment, with the facts that operators need most (contract/01-changes#ace). */
export default class OrgsList extends ServiceListCommand {
  static commandName = 'orgs:list'
  static description = 'List the orgs with owner, members, products and licenses, newest first'
  static help = [
    'Example:',
    '  {{ binaryName }} orgs:list --search=acme',
    '  {{ binaryName }} orgs:list --limit=1000 --json',
  ]

  @flags.string({ description: 'Only orgs whose name, or the email address of a member, contains this text' })
  declare search?: string

  @inject()
  async run(list: ListOrgs) {
    const { items } = await list.execute(this.search, { limit: this.requireLimit() })
    const shown = items.map((org) => ({ ...org, createdAt: iso(org.createdAt) }))
    this.answer(shown, () =>
      this.table(
        ['Id', 'Name', 'Owner', 'Plan', 'Suspended', 'Members', 'Products', 'Licenses', 'Created'],
        shown.map(({ id, name, owner, plan, suspended, members, products, licenses, createdAt }) => [
          ...[
            id,
            name,
            owner ?? '-',
            plan,
            suspended ? 'SUSPENDED' : '-',
            String(members),
            String(products),
            licenses.toLocaleString('en'),
            createdAt,
          ],
        ])
      )
    )
  }
}
