import { inject } from '@adonisjs/core'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import SpendToken from './spend_token.js'

export type VerifiedUser = { id: string; email: string; emailVerified: boolean }

/** POST /v1/auth/verify-email: confirms the address with the token of the mail. @throws Refusal UNAUTHORIZED */
@inject()
export default class VerifyEmail {
  constructor(protected spendToken: SpendToken) {}

  async execute(token: string, now = Date.now()): Promise<VerifiedUser> {
    return transaction(async (trx) => {
      const userId = await this.spendToken.execute(trx, token, 'verify-email', now)
      const user = await firstRow<VerifiedUser>(
        trx,
        `update users set email_verified_at = coalesce(email_verified_at, ?), updated_at = ? where id = ?
         returning id, email, true as "emailVerified"`,
        [new Date(now), new Date(now), userId]
      )
      return user!
    })
  }
}
