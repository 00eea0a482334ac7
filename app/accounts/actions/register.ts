import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { accounts } from '#config/accounts'
import Refusal from '#kernel/refusals/refusal'
import { countAttempt, fromNetwork } from '#kernel/limits/attempt_limits'
import { assertNewPassword, hashNewPassword } from '#kernel/secrets/passwords'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { plainEmail } from '#kernel/text/email'
import CreateAccount, { type NewAccount } from './create_account.js'
import IssueSession, { type Client } from './issue_session.js'
import MailToken from './mail_token.js'
import type { LoginResult } from './sign_in.js'

/**
 * POST /v1/auth/register: creates the user, the personal org, the session and the mail that asks to confirm the
 * address, in one transaction.
 * @throws Refusal FORBIDDEN if SIGNUP does not admit the address; VALIDATION_ERROR; CONFLICT if the address already
 *   has an account; RATE_LIMITED per network.
 */
@inject()
export default class Register {
  constructor(
    protected createAccount: CreateAccount,
    protected issueSession: IssueSession,
    protected mailToken: MailToken
  ) {}

  async execute(account: NewAccount, client: Client, now = Date.now()): Promise<LoginResult> {
    const { ip } = client
    if (accounts.signup === 'closed')
      throw new Refusal('FORBIDDEN', { message: 'Sign-up is closed on this server' })
    const email = plainEmail(account.email)
    // This check runs before counting, because a call with a refused password is not a sign-up.
    await assertNewPassword(account.password, email)
    await countAttempt('signup', fromNetwork(ip))
    if (accounts.signup === 'invited') await assertInvited(email, now)
    const { password, ...person } = account
    const passwordHash = await hashNewPassword(password, email, fromNetwork(ip))
    try {
      return await transaction(async (trx) => {
        const { userId: id } = await this.createAccount.executeIn(trx, { ...person, passwordHash }, now)
        await this.mailToken.execute(trx, { id, email }, 'verify-email', now)
        const tokens = await this.issueSession.execute(trx, id, { client }, now)
        return { user: { id, email, emailVerified: false }, tokens }
      })
    } catch (error) {
      if (error instanceof Error && 'constraint' in error && error.constraint === 'users_email_unique') {
        throw new Refusal('CONFLICT', { message: 'This email address already has an account: sign in' })
      }
      throw error
    }
  }
}

/** @throws Refusal FORBIDDEN if the address has no invite that can still be accepted. */
async function assertInvited(email: string, now: number) {
  const invite = await firstRow(
    db.connection(),
    `select 1 from invites where email = ? and accepted_at is null and expires_at > ? limit 1`,
    [email, new Date(now)]
  )
  if (invite) return
  throw new Refusal('FORBIDDEN', {
    message: 'Sign-up on this server needs an invite: ask for one',
  })
}
