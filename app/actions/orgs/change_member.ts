import type { Role } from '#domain/org/roles'
import type { Scope } from '#domain/scope'
import Refusal from '#exceptions/refusal'
import { findMember, type MemberRow } from '#queries/orgs/list_members'
import { forgetApiKeys } from '#services/api_keys'
import { recordAudit, type Origin } from '#services/audit'
import { recordEvents } from '#services/outbox'
import { rows } from '#services/sql'
import { transaction } from '#services/unit_of_work'
import { lockUser } from '#actions/auth/lock_user'
import { judgeTeamChange, lockTeam } from './lock_team.js'

/**
 * Changes or ends a membership (contract 2, Orgs). Errors: NOT_FOUND for somebody who is no member,
 * INSUFFICIENT_SCOPE, CONFLICT for the last OWNER.
 */
export default class ChangeMember {
  async setRole(
    scope: Scope,
    userId: string,
    role: Role,
    origin: Origin,
    now = Date.now()
  ): Promise<MemberRow> {
    const { orgId, actor } = scope
    const self = userId === actor.id
    return transaction(async (trx) => {
      await lockTeam(trx, orgId)
      const member = known(await findMember(trx, orgId, userId))
      await judgeTeamChange(trx, scope, { from: member.role, to: role, self })
      if (member.role === role) return member
      await rows(trx, `update org_members set role = ? where org_id = ? and user_id = ?`, [
        role,
        orgId,
        userId,
      ])
      const data = { from: member.role, to: role }
      await recordAudit(trx, origin, { orgId, action: 'team.role_changed', subject: userId, data }, now)
      trx.after('commit', forgetApiKeys)
      return { ...member, role }
    })
  }

  /** Also how a member leaves by himself, with any role. Event team.member_removed. */
  async remove(scope: Scope, userId: string, origin: Origin, now = Date.now()): Promise<string> {
    const { orgId, actor } = scope
    const self = userId === actor.id
    return transaction(async (trx) => {
      await lockTeam(trx, orgId)
      const member = known(await findMember(trx, orgId, userId))
      await judgeTeamChange(trx, scope, { from: member.role, to: null, self })
      await lockUser(trx, userId)
      await rows(trx, `delete from org_members where org_id = ? and user_id = ?`, [orgId, userId])
      await rows(trx, `update users set active_org_id = null where id = ? and active_org_id = ?`, [
        userId,
        orgId,
      ])
      const event = { orgId, productId: null, name: 'team.member_removed', data: { orgId, userId } }
      await recordEvents(trx, [event], now)
      const { email, role } = member
      const entry = { orgId, action: 'team.member_removed', subject: userId, data: { email, role } }
      await recordAudit(trx, origin, entry, now)
      trx.after('commit', forgetApiKeys)
      return userId
    })
  }
}

function known(member: MemberRow | null): MemberRow {
  if (!member) throw new Refusal('NOT_FOUND', { message: 'No such member' })
  return member
}
