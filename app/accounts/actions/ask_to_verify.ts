import { inject } from '@adonisjs/core'
import Refusal from '#kernel/refusals/refusal'
import { countAttempt } from '#kernel/limits/attempt_limits'
import { transaction } from '#kernel/database/unit_of_work'
import { lockUser } from './lock_user.js'
import MailToken from './mail_token.js'

/**
 * POST /v1/dashboard/me/verify-email: mails a new token that confirms the address.
 * @throws Refusal CONFLICT if the address is already confirmed; RATE_LIMITED per user, because the address may belong
 *   to a stranger.
 */
@inject()
export default class AskToVerify {
  constructor(protected mailToken: MailToken) {}

  async execute(userId: string, now = Date.now()) {
    await countAttempt('verifyMail', userId)
    await transaction(async (trx) => {
      const user = await lockUser(trx, userId)
      if (!user) throw new Refusal('USER_NOT_FOUND')
      if (user.emailVerified)
        throw new Refusal('CONFLICT', { message: 'Your email address is already confirmed' })
      await this.mailToken.execute(trx, user, 'verify-email', now)
    })
  }
}
