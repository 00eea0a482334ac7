import { flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import SearchUsers from '#accounts/queries/search_users'
import ServiceListCommand from '#terminal/list_command'
import { iso } from '#kernel/time/iso'

/** `users:list`: lists the users (contract/01-changes#ace). */
export default class UsersList extends ServiceListCommand {
  static commandName = 'users:list'
  static description = 'List the users with plan, orgs and second factor, newest first'
  static help = [
    'Example:',
    '  {{ binaryName }} users:list --search=@example.com',
    '  {{ binaryName }} users:list --limit=1000 --json',
  ]

  @flags.string({ description: 'Only users whose email address contains this text' })
  declare search?: string

  @inject()
  async run(search: SearchUsers) {
    const { items } = await search.execute(this.search, { limit: this.requireLimit() })
    const shown = items.map((user) => ({ ...user, createdAt: iso(user.createdAt) }))
    const yes = (value: boolean) => (value ? 'yes' : 'no')
    this.answer(shown, () =>
      this.table(
        ['Id', 'Email', 'Plan', 'Orgs', 'Verified', '2FA', 'Admin', 'Disabled', 'Created'],
        shown.map((user) => [
          ...[user.id, user.email, user.plan, String(user.orgs), yes(user.emailVerified)],
          ...[yes(user.totpEnabled), yes(user.platformAdmin), yes(user.disabled), user.createdAt],
        ])
      )
    )
  }
}
