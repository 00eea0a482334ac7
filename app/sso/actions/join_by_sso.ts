import { inject } from '@adonisjs/core'
import { handOver } from '#accounts/actions/hand_over'
import CreatePasswordless from '#accounts/actions/create_passwordless'
import { forgetApiKeys } from '#accounts/credentials/api_keys'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { firstRow, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { assertRoom } from '#kernel/limits/quotas'
import { recordEvents } from '#kernel/outbox/outbox'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { withdrawInvitesOf, withdrawInviteTo } from '#orgs/actions/change_member'
import { findMember } from '#orgs/queries/list_members'
import type { SsoConnection } from '#sso/queries/find_connection'
import { roleAfter, type GivenRole } from '#sso/rules/connection'

type Joining = { email: string; firstName: string | null; lastName: string | null }

/**
 * An existing account for a person. `confirmed`: it certainly belongs to the person, by an earlier SSO identity or by a
 * verified address; otherwise it only claims the address.
 */
export type KnownUser = { userId: string; confirmed: boolean }

/**
 * Makes a person a member at the first sign-in (`jit`), and updates roles from groups (`syncRoles`), if the org has
 * switched these on. The caller must have locked the team.
 */
@inject()
export default class JoinBySso {
  constructor(protected create: CreatePasswordless) {}

  /**
   * Returns the id of the user, who is a member afterwards. `known` is the existing account, if any. An unconfirmed
   * account is handed over before it joins: another person may have signed up with the address, and would keep access
   * with its credentials.
   * @throws Refusal FORBIDDEN if the person is not a member and `jit` is off; LIMIT_REACHED if the org is full
   */
  async execute(
    trx: Trx,
    { orgId, settings }: SsoConnection,
    person: Joining,
    known: KnownUser | null,
    given: GivenRole,
    origin: Origin,
    now: Millis
  ): Promise<string> {
    const member = known && (await findMember(trx, orgId, known.userId))
    if (member) {
      const role = roleAfter(member.role, given, settings.syncRoles)
      if (role !== member.role) await this.#change(trx, orgId, member, role as GivenRole, origin, now)
      return member.userId
    }
    if (!settings.jit) throw new Refusal('FORBIDDEN', { message: 'The org has no member with this address' })
    if (known && !known.confirmed) await handOver(trx, known.userId, origin, now)
    await assertRoom(trx, 'membersPerOrg', orgId)
    const userId = known?.userId ?? (await this.#newcomer(trx, person, origin, now))
    await rows(trx, `insert into org_members (org_id, user_id, role, created_at) values (?, ?, ?, ?)`, [
      orgId,
      userId,
      given,
      new Date(now),
    ])
    const data = { orgId, userId, role: given }
    await recordEvents(trx, [{ orgId, productId: null, name: 'team.member_added', data }], now)
    const withdrawn = await withdrawInviteTo(trx, orgId, userId)
    const entry = {
      ...{ orgId, action: 'team.member_added', subject: userId },
      data: { email: person.email, role: given, sso: true, ...withdrawn },
    }
    await recordAudit(trx, origin, entry, now)
    return userId
  }

  /** Creates the account of a person. One that somebody created with the address at the same time is handed over. */
  async #newcomer(trx: Trx, person: Joining, origin: Origin, now: Millis): Promise<string> {
    const made = await this.create.execute(trx, person, now)
    if (made) return made
    const sql = `select id from users where email = ?`
    const { id } = (await firstRow<{ id: string }>(trx, sql, [person.email]))!
    await handOver(trx, id, origin, now)
    return id
  }

  async #change(
    trx: Trx,
    orgId: string,
    { userId, role: from }: { userId: string; role: string },
    to: GivenRole,
    origin: Origin,
    now: Millis
  ) {
    await rows(trx, `update org_members set role = ? where org_id = ? and user_id = ?`, [to, orgId, userId])
    const data = { from, to, sso: true, ...(await withdrawInvitesOf(trx, orgId, userId, to)) }
    await recordAudit(trx, origin, { orgId, action: 'team.role_changed', subject: userId, data }, now)
    trx.after('commit', forgetApiKeys)
  }
}
