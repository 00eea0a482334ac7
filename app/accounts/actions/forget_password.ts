import { setTimeout as pause } from 'node:timers/promises'
import { inject } from '@adonisjs/core'
import { countAttempt, fromNetwork, mayAttempt } from '#kernel/limits/attempt_limits'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { plainEmail } from '#kernel/text/email'
import MailToken from './mail_token.js'

/**
 * The minimum duration of every answer, so that its timing does not reveal whether the address has an account.
 * Milliseconds.
 */
const EVEN_TIME = 250

/**
 * POST /v1/auth/forgot-password: mails a token if the address has an account. The answer is the same if it has none
 * (contract#accounts). A mailbox that has used up its mails per hour gets at most one more every ten minutes, and the
 * answer does not say so. So strangers cannot flood the mailbox, lock its owner out, or learn anything.
 * @throws Refusal RATE_LIMITED per network.
 */
@inject()
export default class ForgetPassword {
  constructor(protected mailToken: MailToken) {}

  async execute(email: string, ip: string, now = Date.now()) {
    const address = plainEmail(email)
    await countAttempt('passwordReset', fromNetwork(ip))
    await Promise.all([pause(EVEN_TIME), this.#mailIfDue(address, now)])
  }

  async #mailIfDue(address: string, now: number) {
    const inTime = await mayAttempt('passwordReset', `email ${address}`)
    if (inTime || (await mayAttempt('lateReset', address))) await this.#mail(address, now)
  }

  async #mail(address: string, now: number) {
    await transaction(async (trx) => {
      const user = await firstRow<{ id: string; email: string }>(
        trx,
        `select id, email from users where email = ?`,
        [address]
      )
      if (user) await this.mailToken.execute(trx, user, 'reset-password', now)
    })
  }
}
