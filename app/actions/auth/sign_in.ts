import { inject } from '@adonisjs/core'
import hash from '@adonisjs/core/services/hash'
import db from '@adonisjs/lucid/services/db'
import Refusal from '#exceptions/refusal'
import { firstRow } from '#services/sql'
import IssueSession, { type TokenPair } from './issue_session.js'

type Candidate = { id: string; email: string; passwordHash: string | null; emailVerified: boolean }

export type LoginResult = {
  user: { id: string; email: string; emailVerified: boolean }
  tokens: TokenPair
}

/** POST /v1/auth/login: checks the password and starts a session. Errors: UNAUTHORIZED. */
@inject()
export default class SignIn {
  constructor(protected issueSession: IssueSession) {}

  async execute(email: string, password: string): Promise<LoginResult> {
    const user = await this.#find(email.trim().toLowerCase())
    if (!(await this.#passwordMatches(user, password))) {
      throw new Refusal('UNAUTHORIZED', { message: 'Wrong email or password' })
    }
    const { id, emailVerified } = user!
    return {
      user: { id, email: user!.email, emailVerified },
      tokens: await this.issueSession.execute(id),
    }
  }

  #find(email: string): Promise<Candidate | null> {
    return firstRow(
      db.connection(),
      `select id, email, password_hash as "passwordHash", email_verified_at is not null as "emailVerified"
       from users where email = ?`,
      [email]
    )
  }

  /** Hashes in any case, so that the time says nothing about whether the address is known. */
  async #passwordMatches(user: Candidate | null, password: string): Promise<boolean> {
    if (user?.passwordHash) return hash.verify(user.passwordHash, password)
    await hash.make(password)
    return false
  }
}
