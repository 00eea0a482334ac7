import { setTimeout as pause } from 'node:timers/promises'
import { inject } from '@adonisjs/core'
import { countAttempt, takeBackAttempt } from '#services/attempt_limits'
import { firstRow } from '#services/sql'
import { transaction } from '#services/unit_of_work'
import MailToken from './mail_token.js'

/** Every answer takes at least this long, so that the time says nothing about the address. Milliseconds. */
const EVEN_TIME = 250

/**
 * POST /v1/auth/forgot-password: mails a link when the address has an account, and answers alike when it has
 * none (contract 2). Errors: RATE_LIMITED per client address and per email.
 */
@inject()
export default class ForgetPassword {
  constructor(protected mailToken: MailToken) {}

  async execute(email: string, ip: string, now = Date.now()) {
    const address = email.trim().toLowerCase()
    await countAttempt('passwordReset', `ip ${ip}`)
    try {
      await countAttempt('passwordReset', `email ${address}`)
    } catch (error) {
      await takeBackAttempt('passwordReset', `ip ${ip}`)
      throw error
    }
    await Promise.all([pause(EVEN_TIME), this.#mail(address, now)])
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
