import db from '@adonisjs/lucid/services/db'
import { readPage, type Order, type Page, type PageRequest } from '#kernel/database/keyset'
import { rows } from '#kernel/database/sql'

export type LinkedAccount = { provider: string; email: string | null; createdAt: Date }

/** A user has one identity per provider, so the provider's name is a unique position. */
const BY_PROVIDER: Order<LinkedAccount, [string]> = {
  list: 'accounts',
  start: [null],
  of: ({ provider }) => [provider],
  is: ([provider, ...more]) => typeof provider === 'string' && !provider.includes('\0') && more.length === 0,
}

/** The identities that a user has connected (contract#oauth). @throws Refusal INVALID_CURSOR */
export default class ListLinkedAccounts {
  execute(userId: string, page: PageRequest): Promise<Page<LinkedAccount>> {
    return readPage(page, BY_PROVIDER, ([after], count) =>
      rows<LinkedAccount>(
        db.connection(),
        `select provider, email, created_at as "createdAt" from linked_accounts
         where user_id = ? and (?::text is null or provider > ?) order by provider limit ?`,
        [userId, after, after, count]
      )
    )
  }
}
