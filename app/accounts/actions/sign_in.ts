import { setTimeout as wait } from 'node:timers/promises'
import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { guessedPasswordMail } from '#kernel/mail/texts'
import Refusal from '#kernel/refusals/refusal'
import {
  countAttempt,
  forgetAttempts,
  fromNetwork,
  isPastLimit,
  SLOWER_BY,
  takeBackAttempt,
} from '#kernel/limits/attempt_limits'
import { recordAccountAudit } from '#kernel/audit/audit'
import { passwordMatches, strongerHash } from '#kernel/secrets/passwords'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { plainEmail } from '#kernel/text/email'
import IssueSession, { type SigningIn, type TokenPair } from './issue_session.js'
import { assertEnabled, lockUser } from './lock_user.js'
import StartChallenge, { type Challenge } from './start_challenge.js'
import WarnUser from './warn_user.js'

type Candidate = { id: string; email: string; passwordHash: string | null }

const refused = () => new Refusal('UNAUTHORIZED', { message: 'Wrong email or password' })

export type LoginResult = {
  user: { id: string; email: string; emailVerified: boolean }
  tokens: TokenPair
}

/**
 * POST /v1/auth/login: checks the password and starts a session, or a challenge if the second factor is on
 * (interface#24-tokens-and-sessions). If an account has more failures in a day than allowed, from any networks, the
 * user is not locked out: sign-in gets slower, and the owner of the account gets a mail.
 * @throws Refusal UNAUTHORIZED; FORBIDDEN for a disabled account; RATE_LIMITED per network and email.
 */
@inject()
export default class SignIn {
  constructor(
    protected issueSession: IssueSession,
    protected startChallenge: StartChallenge,
    protected warnUser: WarnUser
  ) {}

  async execute(email: string, password: string, client: SigningIn): Promise<LoginResult | Challenge> {
    const { ip } = client
    const address = plainEmail(email)
    const attempt = fromNetwork(ip, address)
    await countAttempt('login', attempt)
    // Counts as a failure until the sign-in succeeds, so that simultaneous guesses are counted too.
    const guessed = await isPastLimit('loginFailures', address)
    if (guessed) await this.pause(SLOWER_BY)
    // Tries twice, because another sign-in may have upgraded the hash during the first try.
    for (let look = 0; look < 2; look++) {
      const user = await this.#find(address)
      if (!(await passwordMatches(user?.passwordHash ?? null, password, fromNetwork(ip)))) {
        if (guessed && user) await this.warnUser.execute(user, 'password', guessedPasswordMail())
        throw refused()
      }
      const stronger = await strongerHash(user!.passwordHash!, password, fromNetwork(ip))
      const result = await this.#start(user!, stronger, client)
      if (!result) continue
      await forgetAttempts('login', attempt)
      await takeBackAttempt('loginFailures', address)
      return result
    }
    throw refused()
  }

  protected pause(ms: number): Promise<void> {
    return wait(ms)
  }

  /**
   * Returns null if the password was replaced during the check, which takes time: the old password must not sign in.
   */
  async #start({ id, passwordHash }: Candidate, stronger: string | null, client: SigningIn) {
    return transaction(async (trx): Promise<LoginResult | Challenge | null> => {
      const user = await lockUser(trx, id)
      if (user?.passwordHash !== passwordHash) return null
      assertEnabled(user)
      if (stronger) await rows(trx, `update users set password_hash = ? where id = ?`, [stronger, id])
      const { email, emailVerified, secondFactor } = user
      if (secondFactor) return this.startChallenge.execute(trx, { id, email })
      await recordAccountAudit(
        trx,
        { ip: client.ip, requestId: client.requestId ?? null },
        id,
        'signed_in',
        Date.now()
      )
      return {
        user: { id, email, emailVerified },
        tokens: await this.issueSession.execute(trx, id, { client }),
      }
    })
  }

  #find(email: string): Promise<Candidate | null> {
    return firstRow(
      db.connection(),
      `select id, email, password_hash as "passwordHash" from users where email = ?`,
      [email]
    )
  }
}
