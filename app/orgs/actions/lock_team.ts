import { teamVerdict, type TeamChange } from '#orgs/rules/team'
import type { Role } from '#orgs/rules/roles'
import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { notAMember, orgSuspended } from '#kernel/refusals/refusals'
import { firstRow, rows, type SqlExecutor } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Makes changes of one team wait for each other: whoever looks at its owners sees them settled. Not the full
 * lock: writers of licenses and products only need the org to stay, and do not wait.
 */
export async function lockTeam(trx: Trx, orgId: string) {
  if (!(await firstRow(trx, `select id from orgs where id = ? for no key update`, [orgId]))) {
    throw new Refusal('ORG_NOT_FOUND')
  }
}

/** Nobody joins a suspended org, or signs in to one through SSO. @throws Refusal FORBIDDEN */
export async function assertNotSuspended(client: SqlExecutor, orgId: string) {
  const sql = `select id from orgs where id = ? and suspended_at is not null`
  if (await firstRow(client, sql, [orgId])) throw orgSuspended()
}

/**
 * Lets a change of a member through, or refuses it by the rule. The caller's role is read again under the lock: it
 * may have changed since the request came in.
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
      throw new Refusal('INSUFFICIENT_SCOPE', { message: `Your role ${by} is too low for this` })
    case 'last-owner':
      throw new Refusal('CONFLICT', { message: 'An org needs an OWNER: make another member OWNER first' })
  }
}
