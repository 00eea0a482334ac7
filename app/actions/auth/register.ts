import { inject } from '@adonisjs/core'
import Refusal from '#exceptions/refusal'
import { countAttempt } from '#services/attempt_limits'
import { assertNewPassword } from '#services/passwords'
import { transaction } from '#services/unit_of_work'
import CreateAccount, { type NewAccount } from './create_account.js'
import IssueSession from './issue_session.js'
import MailToken from './mail_token.js'
import type { LoginResult } from './sign_in.js'

/**
 * POST /v1/auth/register: user, personal org, session and the mail that asks to confirm the address, all in
 * one transaction. Errors: VALIDATION_ERROR, CONFLICT for a known address, RATE_LIMITED per client address.
 */
@inject()
export default class Register {
  constructor(
    protected createAccount: CreateAccount,
    protected issueSession: IssueSession,
    protected mailToken: MailToken
  ) {}

  async execute(account: NewAccount, ip: string, now = Date.now()): Promise<LoginResult> {
    const email = account.email.trim().toLowerCase()
    // Before the count: a refused password is no sign-up.
    await assertNewPassword(account.password, email)
    await countAttempt('signup', ip)
    try {
      return await transaction(async (trx) => {
        const { userId: id } = await this.createAccount.executeIn(trx, account, now)
        await this.mailToken.execute(trx, { id, email }, 'verify-email', now)
        const tokens = await this.issueSession.execute(trx, id, undefined, now)
        return { user: { id, email, emailVerified: false }, tokens }
      })
    } catch (error) {
      if (error instanceof Error && 'constraint' in error && error.constraint === 'users_email_unique') {
        throw new Refusal('CONFLICT', { message: 'This email address has an account already: sign in' })
      }
      throw error
    }
  }
}
