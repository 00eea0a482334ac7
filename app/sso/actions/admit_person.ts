import { inject } from '@adonisjs/core'
import { assertEnabled } from '#accounts/actions/lock_user'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { firstRow, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import { hashSecret, newSecret } from '#kernel/secrets/tokens'
import type { Millis } from '#kernel/time/millis'
import { atLeast } from '#orgs/rules/roles'
import { findMember, type MemberRow } from '#orgs/queries/list_members'
import FindVerifiedDomain from '#orgs/queries/find_verified_domain'
import { assertNotSuspended, lockTeam } from '#orgs/actions/lock_team'
import FindConnection, { type SsoConnection } from '#sso/queries/find_connection'
import { comparedEmail, isElsewhere, roleOf } from '#sso/rules/connection'
import { AnswerRefused } from '#sso/providers/answer_refused'
import type { Vouched } from '#sso/rules/attributes'
import { recordLogin } from '#sso/store/logins'
import { noteTest } from '#sso/store/note_test'
import type { MatchedAttempt, SsoRequest } from '#sso/store/requests'
import JoinBySso, { type KnownUser } from './join_by_sso.js'

/** The address to which the browser goes, and the code for `exchange`; null for a test. */
export type Admitted = { redirectUri: string; code: string | null }

/** Lifetime of a code, in milliseconds (contract/13-sso#132-signing-in). */
const CODE_TTL = 60_000

/**
 * Finds the member of the org whom a provider vouches for, or creates one, and issues a code for the browser
 * (contract/13-sso#133-what-an-answer-must-pass-saml-in-order, 7 and 8).
 */
@inject()
export default class AdmitPerson {
  constructor(
    protected find: FindConnection,
    protected domains: FindVerifiedDomain,
    protected join: JoinBySso
  ) {}

  /**
   * @throws Refusal FORBIDDEN for a suspended org, a disabled user, an address in another domain, and a person who is
   *   not a member and cannot become one; LIMIT_REACHED if the org has no room for another member; AnswerRefused if the
   *   org has changed its provider since the start.
   */
  async execute(
    trx: Trx,
    asked: SsoConnection,
    attempt: MatchedAttempt,
    vouched: Vouched,
    origin: Origin,
    now: Millis
  ): Promise<Admitted> {
    const { orgId } = asked
    const { request } = attempt
    await lockTeam(trx, orgId)
    await assertNotSuspended(trx, orgId)
    const connection = await this.#unchanged(trx, asked)
    const { email } = await this.#assertOurs(trx, orgId, vouched.email)
    attempt.email = email
    if (request.testerId) return this.#test(trx, connection, request, request.testerId, email, origin, now)
    const known = await this.#known(trx, connection, vouched.subject, email)
    const role = roleOf(vouched.groups, connection.settings)
    const userId = await this.join.execute(trx, connection, { ...vouched, email }, known, role, origin, now)
    const at = new Date(now)
    await rows(
      trx,
      `insert into sso_identities (connection_id, subject, user_id, created_at, last_login_at) values (?, ?, ?, ?, ?)
       on conflict (connection_id, subject) do update set last_login_at = excluded.last_login_at`,
      [connection.id, vouched.subject, userId, at, at]
    )
    const code = newSecret()
    await rows(
      trx,
      `insert into sso_codes (code_hash, connection_id, user_id, code_challenge, expires_at) values (?, ?, ?, ?, ?)`,
      [hashSecret(code), connection.id, userId, request.codeChallenge, new Date(now + CODE_TTL)]
    )
    await recordLogin(trx, { orgId, outcome: 'signed_in', email, userId }, origin, now)
    return { redirectUri: request.redirectUri, code }
  }

  /** Reads the connection again: the org may have changed its provider while the sign-in was at the old one. */
  async #unchanged(trx: Trx, asked: SsoConnection): Promise<SsoConnection> {
    const connection = await this.find.usable(asked.id, trx)
    if (connection && !isElsewhere(asked.settings, connection.settings)) return connection
    throw new AnswerRefused('The connection was changed during the sign-in')
  }

  async #assertOurs(trx: Trx, orgId: string, text: string | null) {
    const person = comparedEmail(text)
    if (!person)
      throw new Refusal('FORBIDDEN', { message: 'The provider did not send exactly one email address' })
    if ((await this.domains.orgOf(person.domain, 'email', trx)) === orgId) return person
    throw new Refusal('FORBIDDEN', { message: `The org has not verified the email domain ${person.domain}` })
  }

  /**
   * The user of the identity, otherwise of the address; null if there is neither.
   * @throws Refusal FORBIDDEN if identity and address belong to different users, or for a disabled user.
   */
  async #known(trx: Trx, { id }: SsoConnection, subject: string, email: string): Promise<KnownUser | null> {
    const sql = `select i.user_id as "userId", u.disabled_at is not null as disabled from sso_identities i join users u on u.id = i.user_id
      where i.connection_id = ? and i.subject = ?`
    const identity = await firstRow<{ userId: string; disabled: boolean }>(trx, sql, [id, subject])
    const user = await firstRow<{ userId: string; disabled: boolean; confirmed: boolean }>(
      trx,
      `select id as "userId", disabled_at is not null as disabled, email_verified_at is not null as confirmed
       from users where email = ?`,
      [email]
    )
    if (identity && user && user.userId !== identity.userId) {
      throw new Refusal('FORBIDDEN', {
        message: 'The identity and its email address belong to different users',
      })
    }
    const known = identity ? { ...identity, confirmed: true } : user
    if (known) assertEnabled(known)
    return known
  }

  async #test(
    trx: Trx,
    { id, orgId }: SsoConnection,
    { redirectUri }: SsoRequest,
    testerId: string,
    email: string,
    origin: Origin,
    now: Millis
  ): Promise<Admitted> {
    const tester = await findMember(trx, orgId, testerId)
    if (!isTester(tester, email)) {
      throw new Refusal('FORBIDDEN', {
        message: 'The provider signed in another user than the one who tests the connection',
      })
    }
    await noteTest(trx, id, { at: now, ok: true, userId: testerId, reason: null })
    await recordLogin(trx, { orgId, outcome: 'tested', email, userId: testerId }, origin, now)
    await recordAudit(trx, origin, { orgId, action: 'sso.tested', subject: id }, now)
    return { redirectUri, code: null }
  }
}

function isTester(tester: MemberRow | null, email: string): boolean {
  return tester !== null && atLeast(tester.role, 'ADMIN') && tester.email === email
}
