import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import Refusal from '#exceptions/refusal'
import { countAttempt, forgetAttempts } from '#services/attempt_limits'
import { passwordMatches } from '#services/passwords'
import { firstRow } from '#services/sql'
import IssueSession, { type TokenPair } from './issue_session.js'
import StartChallenge, { type Challenge } from './start_challenge.js'

type Candidate = {
  id: string
  email: string
  passwordHash: string | null
  emailVerified: boolean
  secondFactor: boolean
}

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
    if (!(await passwordMatches(user?.passwordHash ?? null, password))) {
      throw new Refusal('UNAUTHORIZED', { message: 'Wrong email or password' })
    }
    await forgetAttempts('login', attempt)
    const { id, emailVerified, secondFactor } = user!
    if (secondFactor) return this.startChallenge.execute({ id, email: address })
    return { user: { id, email: address, emailVerified }, tokens: await this.issueSession.execute(id) }
  }

  #find(email: string): Promise<Candidate | null> {
    return firstRow(
      db.connection(),
      `select id, email, password_hash as "passwordHash", email_verified_at is not null as "emailVerified",
         totp_secret is not null as "secondFactor"
       from users where email = ?`,
      [email]
    )
  }
}
