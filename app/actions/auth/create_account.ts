import { hashNewPassword } from '#services/passwords'
import { newId } from '#services/ids'
import { rows } from '#services/sql'
import { transaction, type Trx } from '#services/unit_of_work'

export type NewAccount = {
  email: string
  password: string
  firstName?: string | null
  lastName?: string | null
  /** Name of the personal org; the email's when left out. */
  orgName?: string
  platformAdmin?: boolean
}

export type Account = { userId: string; orgId: string }

/**
 * Creates a user and a personal org of which he is OWNER (contract 2, register). Errors: VALIDATION_ERROR for
 * the password; a duplicate email breaks `users_email_unique`, which the edge answers with CONFLICT.
 */
export default class CreateAccount {
  async execute(account: NewAccount, now = Date.now()): Promise<Account> {
    return transaction((trx) => this.executeIn(trx, account, now))
  }

  /** The same, in a transaction that does more. */
  async executeIn(trx: Trx, account: NewAccount, now: number): Promise<Account> {
    const userId = newId()
    const orgId = newId()
    const at = new Date(now)
    const email = account.email.trim().toLowerCase()
    const passwordHash = await hashNewPassword(account.password, email)
    await rows(
      trx,
      `insert into users (id, email, password_hash, first_name, last_name, platform_admin, created_at, updated_at)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        userId,
        email,
        passwordHash,
        account.firstName ?? null,
        account.lastName ?? null,
        account.platformAdmin ?? false,
        at,
        at,
      ]
    )
    await rows(trx, `insert into orgs (id, name, created_at, updated_at) values (?, ?, ?, ?)`, [
      orgId,
      account.orgName ?? email,
      at,
      at,
    ])
    await rows(trx, `insert into org_members (org_id, user_id, role, created_at) values (?, ?, 'OWNER', ?)`, [
      orgId,
      userId,
      at,
    ])
    return { userId, orgId }
  }
}
