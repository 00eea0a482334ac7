import { inject } from '@adonisjs/core'
import { handOver } from '#accounts/actions/hand_over'
import CreatePasswordless from '#accounts/actions/create_passwordless'
import { forgetApiKeys } from '#accounts/credentials/api_keys'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { assertRoom } from '#kernel/limits/quotas'
import { recordEvents } from '#kernel/outbox/outbox'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { withdrawInvitesOf } from '#orgs/actions/change_member'
import { findMember } from '#orgs/queries/list_members'
import type { SsoConnection } from '#sso/queries/find_connection'
import { roleAfter, type GivenRole } from '#sso/rules/connection'

type Joining = { email: string; firstName: string | null; lastName: string | null }

/** A user whom a provider means; `confirmed` if the account is theirs for sure, and not only of the address that it claims. */
export type KnownUser = { userId: string; confirmed: boolean }

/** Makes people members at their first sign-in, and lets roles follow groups, where the org asks for it. The team is locked. */
@inject()
export default class JoinBySso {
  constructor(protected create: CreatePasswordless) {}

  /**
   * The user, a member by now. `known` is the user already, if there is one. An account that has only claimed the address
   * is handed over first: whoever signed up with it has a password of their own, and would look on from then on.
   * @throws Refusal FORBIDDEN, LIMIT_REACHED
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
    if (!settings.jit)
      throw new Refusal('FORBIDDEN', { message: 'Nobody of this address is a member of the org' })
    if (known && !known.confirmed) await handOver(trx, known.userId, origin, now)
    await assertRoom(trx, 'membersPerOrg', orgId)
    const userId = known?.userId ?? (await this.create.execute(trx, person, now))
    await rows(trx, `insert into org_members (org_id, user_id, role, created_at) values (?, ?, ?, ?)`, [
      orgId,
      userId,
      given,
      new Date(now),
    ])
    const data = { orgId, userId, role: given }
    await recordEvents(trx, [{ orgId, productId: null, name: 'team.member_added', data }], now)
    const entry = { orgId, action: 'team.member_added', subject: userId }
    await recordAudit(trx, origin, { ...entry, data: { email: person.email, role: given, sso: true } }, now)
    return userId
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
