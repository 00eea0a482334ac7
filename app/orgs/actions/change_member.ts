import type { Role } from '#orgs/rules/roles'
import { invitableRoles } from '#orgs/rules/team'
import type { Scope } from '#kernel/audit/scope'
import { noSuch } from '#kernel/refusals/refusals'
import { findMember, type MemberRow } from '#orgs/queries/list_members'
import { forgetApiKeys } from '#accounts/credentials/api_keys'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { recordEvents } from '#kernel/outbox/outbox'
import { changedRows, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { lockUser } from '#accounts/actions/lock_user'
import { unassignTickets } from '#orgs/store/unassign_tickets'
import { judgeTeamChange, lockTeam } from './lock_team.js'

/**
 * Changes or ends a membership (contract#orgs-members-invites). Also withdraws the open invites that the member could
 * not send with the new role.
 * @throws Refusal NOT_FOUND if the user is not a member; INSUFFICIENT_SCOPE; CONFLICT for the last OWNER.
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
      const withdrawn = await withdrawInvitesOf(trx, orgId, userId, role)
      const data = { from: member.role, to: role, ...withdrawn }
      await recordAudit(trx, origin, { orgId, action: 'team.role_changed', subject: userId, data }, now)
      trx.after('commit', forgetApiKeys)
      return { ...member, role }
    })
  }

  /**
   * Removes a member, also from the tickets assigned to them. Members of any role may remove themselves. Records the
   * event team.member_removed.
   */
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
      await unassignTickets(trx, orgId, userId, origin, now)
      const told = { orgId, userId }
      await recordEvents(trx, [{ orgId, productId: null, name: 'team.member_removed', data: told }], now)
      const { email, role } = member
      const withdrawn = await withdrawInvitesOf(trx, orgId, userId, null)
      const data = { email, role, ...withdrawn }
      const entry = { orgId, action: 'team.member_removed', subject: userId, data }
      await recordAudit(trx, origin, entry, now)
      trx.after('commit', forgetApiKeys)
      return userId
    })
  }
}

function known(member: MemberRow | null): MemberRow {
  if (!member) throw noSuch('member')
  return member
}

/**
 * Withdraws the open invites of a member that the new role does not allow; the role is null if the member leaves. The
 * caller holds the lock of the team. Returns the number of withdrawn invites for the audit trail if there were any.
 */
export async function withdrawInvitesOf(trx: Trx, orgId: string, userId: string, role: Role | null) {
  const invitesWithdrawn = await changedRows(
    trx,
    `delete from invites where org_id = ? and invited_by = ? and accepted_at is null and role <> all (?::text[])`,
    [orgId, userId, invitableRoles(role)]
  )
  return invitesWithdrawn > 0 ? { invitesWithdrawn } : {}
}

/**
 * Withdraws the open invite to a user who has joined in another way: a member who is removed could come back with it.
 * The caller holds the lock of the team. Returns what `withdrawInvitesOf` does.
 */
export async function withdrawInviteTo(trx: Trx, orgId: string, userId: string) {
  const invitesWithdrawn = await changedRows(
    trx,
    `delete from invites where org_id = ? and accepted_at is null
       and email = (select email from users where id = ?)`,
    [orgId, userId]
  )
  return invitesWithdrawn > 0 ? { invitesWithdrawn } : {}
}
