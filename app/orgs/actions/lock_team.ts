import { teamVerdict, type TeamChange } from '#orgs/rules/team'
import type { Role } from '#orgs/rules/roles'
import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { notAMember, orgSuspended } from '#kernel/refusals/refusals'
import { firstRow, rows, type SqlExecutor } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Serializes the changes of one team, so that a check of its owners reads committed rows. This is not the full row
 * lock: writers of licenses and products only need the org to exist, and do not wait.
 */
export async function lockTeam(trx: Trx, orgId: string) {
  if (!(await firstRow(trx, `select id from orgs where id = ? for no key update`, [orgId]))) {
    throw new Refusal('ORG_NOT_FOUND')
  }
}

/**
 * Checks the caller's role again under the lock of the team, for changes that cannot be undone or that decide who gets
 * in. The role may have changed since the request arrived.
 * @throws Refusal FORBIDDEN if the caller is no member any more; INSUFFICIENT_SCOPE
 */
export async function assertStillOwner(trx: Trx, { orgId, actor }: Scope) {
  const sql = `select role from org_members where org_id = ? and user_id = ?`
  const member = await firstRow<{ role: Role }>(trx, sql, [orgId, actor.id])
  if (!member) throw notAMember()
  if (member.role !== 'OWNER') throw roleTooLow(member.role)
}

/** A suspended org accepts no new members and no sign-in through SSO. @throws Refusal FORBIDDEN */
export async function assertNotSuspended(client: SqlExecutor, orgId: string) {
  const sql = `select id from orgs where id = ? and suspended_at is not null`
  if (await firstRow(client, sql, [orgId])) throw orgSuspended()
}

/**
 * Checks a change of a member against the rule for teams. Reads the caller's role again under the lock, because it may
 * have changed since the request arrived.
 * @throws Refusal INSUFFICIENT_SCOPE; CONFLICT for the last OWNER.
 */
export async function judgeTeamChange(
  trx: Trx,
  { orgId, actor }: Scope,
  change: Pick<TeamChange, 'from' | 'to' | 'self'>
) {
  const roles = await rows<{ userId: string; role: Role }>(
    trx,
    `select user_id as "userId", role from org_members where org_id = ? and (role = 'OWNER' or user_id = ?)`,
    [orgId, actor.id]
  )
  const by = roles.find(({ userId }) => userId === actor.id)?.role
  if (!by) throw notAMember()
  const owners = roles.filter(({ role }) => role === 'OWNER').length
  const verdict = teamVerdict({ ...change, by, owners })
  if (verdict.allow) return
  switch (verdict.reason.reason) {
    case 'role-too-low':
      throw roleTooLow(by)
    case 'last-owner':
      throw new Refusal('CONFLICT', { message: 'An org needs an OWNER: make another member OWNER first' })
  }
}

const roleTooLow = (role: Role) =>
  new Refusal('INSUFFICIENT_SCOPE', { message: `Your role ${role} is too low for this` })
