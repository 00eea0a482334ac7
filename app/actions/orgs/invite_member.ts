import { appUrl } from '#config/app'
import { inviteMail } from '#domain/mail/texts'
import type { Role } from '#domain/org/roles'
import type { Scope } from '#domain/scope'
import Refusal from '#exceptions/refusal'
import { INVITE_COLUMNS, type InviteRow } from '#queries/orgs/list_invites'
import { recordAudit, type Origin } from '#services/audit'
import { newId } from '#services/ids'
import { recordMail } from '#services/mails'
import { firstRow, rows } from '#services/sql'
import { hashSecret, newSecret } from '#services/tokens'
import { transaction, type Trx } from '#services/unit_of_work'
import { judgeTeamChange, lockTeam } from './lock_team.js'

/** How long an invite stands, in milliseconds (contract 2). */
const INVITE_TTL = 7 * 24 * 3600 * 1000

/**
 * Invites somebody by mail; the token is in the mail only and stored hashed (contract 2). Errors: CONFLICT for
 * a member and for an address with an open invite; INSUFFICIENT_SCOPE for an OWNER invited by an ADMIN.
 */
export default class InviteMember {
  async execute(
    scope: Scope,
    email: string,
    role: Role,
    origin: Origin,
    now = Date.now()
  ): Promise<InviteRow> {
    const { orgId, actor } = scope
    const address = email.trim().toLowerCase()
    const token = newSecret()
    return transaction(async (trx) => {
      await lockTeam(trx, orgId)
      await judgeTeamChange(trx, scope, { from: role, to: role, self: false })
      await this.#makeRoom(trx, orgId, address, now)
      const invite = await firstRow<InviteRow>(
        trx,
        `insert into invites (id, org_id, email, role, token_hash, invited_by, created_at, expires_at)
         values (?, ?, ?, ?, ?, ?, ?, ?) returning ${INVITE_COLUMNS}`,
        [
          newId(),
          orgId,
          address,
          role,
          hashSecret(token),
          actor.id,
          new Date(now),
          new Date(now + INVITE_TTL),
        ]
      )
      const names = await firstRow<{ orgName: string; inviter: string }>(
        trx,
        `select o.name as "orgName", u.email as inviter from orgs o, users u where o.id = ? and u.id = ?`,
        [orgId, actor.id]
      )
      const url = `${appUrl}/v1/dashboard/invites/accept`
      await recordMail(trx, { to: address, ...inviteMail({ ...names!, role }, url, token) }, now)
      const entry = { orgId, action: 'team.invited', subject: invite!.id, data: { email: address, role } }
      await recordAudit(trx, origin, entry, now)
      return invite!
    })
  }

  async #makeRoom(trx: Trx, orgId: string, email: string, now: number) {
    const member = await firstRow(
      trx,
      `select 1 from org_members m join users u on u.id = m.user_id where m.org_id = ? and u.email = ?`,
      [orgId, email]
    )
    if (member) throw new Refusal('CONFLICT', { message: `${email} is a member already` })
    await rows(
      trx,
      `delete from invites where org_id = ? and email = ? and accepted_at is null and expires_at <= ?`,
      [orgId, email, new Date(now)]
    )
    const open = await firstRow(
      trx,
      `select 1 from invites where org_id = ? and email = ? and accepted_at is null`,
      [orgId, email]
    )
    if (open) throw new Refusal('CONFLICT', { message: `${email} has an open invite: withdraw it first` })
  }
}
