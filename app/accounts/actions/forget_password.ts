import { setTimeout as pause } from 'node:timers/promises'
import { inject } from '@adonisjs/core'
import { countAttempt, fromNetwork, mayAttempt } from '#kernel/limits/attempt_limits'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import MailToken from './mail_token.js'

/** Every answer takes at least this long, so that the time says nothing about the address. Milliseconds. */
const EVEN_TIME = 250

/**
 * POST /v1/auth/forgot-password: mails a token when the address has an account, and answers alike when it has none
 * (contract#accounts). A mailbox that got its mails of the hour gets one more every ten minutes and otherwise none,
 * without a word: so strangers who ask for it neither flood it nor shut its owner out, and learn nothing.
 * @throws Refusal RATE_LIMITED per network.
 */
@inject()
export default class ForgetPassword {
  constructor(protected mailToken: MailToken) {}

  async execute(email: string, ip: string, now = Date.now()) {
    const address = email.trim().toLowerCase()
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
