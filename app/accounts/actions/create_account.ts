import { limits } from '#config/limits'
import type { Plan } from '#config/settings/plans'
import { personalOrgName } from '#kernel/text/name'
import { hashNewPassword } from '#kernel/secrets/passwords'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { plainEmail } from '#kernel/text/email'

export type NewAccount = {
  email: string
  password: string
  firstName?: string | null
  lastName?: string | null
  /** The name of the personal org. If it is left out, it is made from the person's name. */
  orgName?: string
  platformAdmin?: boolean
  /** The plan, which decides the limits of the API keys of the user's orgs. If it is left out, DEFAULT_PLAN applies. */
  plan?: Plan
}

export type Account = { userId: string; orgId: string }

/**
 * Creates a user and a personal org with the user as OWNER (contract#accounts).
 * @throws Refusal VALIDATION_ERROR if the password is not allowed. A duplicate email violates the constraint
 *   `users_email_unique`, which the error handler answers with CONFLICT.
 */
export default class CreateAccount {
  async execute(account: NewAccount, now = Date.now()): Promise<Account> {
    const { password, ...person } = account
    const passwordHash = await hashNewPassword(password, plainEmail(account.email), 'the service')
    return transaction((trx) => this.executeIn(trx, { ...person, passwordHash }, now))
  }

  /** Like `execute`, with a password that is already hashed, inside the caller's transaction. */
  async executeIn(
    trx: Trx,
    account: Omit<NewAccount, 'password'> & { passwordHash: string },
    now: number
  ): Promise<Account> {
    const userId = newId()
    const orgId = newId()
    const at = new Date(now)
    const email = plainEmail(account.email)
    await rows(
      trx,
      `insert into users (id, email, password_hash, first_name, last_name, platform_admin, plan, created_at, updated_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        userId,
        email,
        account.passwordHash,
        account.firstName ?? null,
        account.lastName ?? null,
        account.platformAdmin ?? false,
        account.plan ?? limits.defaultPlan,
        at,
        at,
      ]
    )
    await rows(trx, `insert into orgs (id, name, created_at, updated_at) values (?, ?, ?, ?)`, [
      orgId,
      account.orgName ?? personalOrgName(account.firstName ?? null, email),
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
