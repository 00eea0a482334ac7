import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import Refusal from '#exceptions/refusal'
import { countAttempt, forgetAttempts } from '#services/attempt_limits'
import { passwordMatches } from '#services/passwords'
import { firstRow } from '#services/sql'
import { transaction } from '#services/unit_of_work'
import IssueSession, { type TokenPair } from './issue_session.js'
import { lockUser } from './lock_user.js'
import StartChallenge, { type Challenge } from './start_challenge.js'

type Candidate = { id: string; passwordHash: string | null }

const refused = () => new Refusal('UNAUTHORIZED', { message: 'Wrong email or password' })

export type LoginResult = {
  user: { id: string; email: string; emailVerified: boolean }
  tokens: TokenPair
}

/**
 * POST /v1/auth/login: checks the password and starts a session, or a challenge where the second factor is on
 * (interface 2.4). Errors: UNAUTHORIZED; RATE_LIMITED per address and email.
 */
@inject()
export default class SignIn {
  constructor(
    protected issueSession: IssueSession,
    protected startChallenge: StartChallenge
  ) {}

  async execute(email: string, password: string, ip: string): Promise<LoginResult | Challenge> {
    const address = email.trim().toLowerCase()
    const attempt = `${ip} ${address}`
    await countAttempt('login', attempt)
    const user = await this.#find(address)
    if (!(await passwordMatches(user?.passwordHash ?? null, password))) throw refused()
    const result = await this.#start(user!)
    await forgetAttempts('login', attempt)
    return result
  }

  /** A password that was replaced while it was being checked, which takes its time, opens nothing any more. */
  async #start({ id, passwordHash }: Candidate): Promise<LoginResult | Challenge> {
    return transaction(async (trx) => {
      const user = await lockUser(trx, id)
      if (user?.passwordHash !== passwordHash) throw refused()
      const { email, emailVerified, secondFactor } = user
      if (secondFactor) return this.startChallenge.execute(trx, { id, email })
      return { user: { id, email, emailVerified }, tokens: await this.issueSession.execute(trx, id) }
    })
  }

  #find(email: string): Promise<Candidate | null> {
    return firstRow(
      db.connection(),
      `select id, password_hash as "passwordHash" from users where email = ?`,
      [email]
    )
  }
}
