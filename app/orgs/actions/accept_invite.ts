import type { Role } from '#orgs/rules/roles'
import { mayInvite } from '#orgs/rules/team'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import { INVITE_COLUMNS, type InviteRow } from '#orgs/queries/list_invites'
import { findMember, type MemberRow } from '#orgs/queries/list_members'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { recordEvents } from '#kernel/outbox/outbox'
import { assertRoom } from '#kernel/limits/quotas'
import { firstRow, rows } from '#kernel/database/sql'
import { hashSecret } from '#kernel/secrets/tokens'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { assertNotSuspended, lockTeam } from './lock_team.js'

type Invited = { id: string; email: string }

/**
 * Joins an org with the token of an invite (contract#orgs-members-invites). Records the event team.member_added.
 * @throws Refusal NOT_FOUND if the token is unknown; CONFLICT if the invite was already accepted or the user is
 *   already a member; GONE if the invite is older than 7 days; FORBIDDEN if the invite was sent to another address, if
 *   its sender may no longer send it, or if the org is suspended; LIMIT_REACHED if the org is full.
 */
export default class AcceptInvite {
  async execute(user: Invited, token: string, origin: Origin, now = Date.now()): Promise<MemberRow> {
    return transaction(async (trx) => {
      const { id, orgId, role, invitedBy } = await this.#open(trx, user, token, now)
      const at = new Date(now)
      await assertNotSuspended(trx, orgId)
      await assertStillWorth(trx, orgId, invitedBy, role)
      await assertRoom(trx, 'membersPerOrg', orgId)
      const joined = await rows(
        trx,
        `insert into org_members (org_id, user_id, role, created_at) values (?, ?, ?, ?)
         on conflict do nothing returning 1`,
        [orgId, user.id, role, at]
      )
      if (joined.length === 0) throw new Refusal('CONFLICT', { message: 'You are already a member' })
      await rows(trx, `update invites set accepted_at = ? where id = ?`, [at, id])
      // The token was only in the mail, so the user controls the address.
      await rows(trx, `update users set email_verified_at = coalesce(email_verified_at, ?) where id = ?`, [
        at,
        user.id,
      ])
      const data = { orgId, userId: user.id, role }
      await recordEvents(trx, [{ orgId, productId: null, name: 'team.member_added', data }], now)
      const entry = {
        orgId,
        action: 'team.member_added',
        subject: user.id,
        data: { email: user.email, role },
      }
      await recordAudit(trx, origin, entry, now)
      return (await findMember(trx, orgId, user.id))!
    })
  }

  async #open(trx: Trx, user: Invited, token: string, now: number): Promise<InviteRow> {
    const find = (lock: string) =>
      firstRow<InviteRow>(trx, `select ${INVITE_COLUMNS} from invites where token_hash = ? ${lock}`, [
        hashSecret(token),
      ])
    const seen = await find('')
    if (!seen) throw noSuch('invite')
    // Lock order: the team first, then the invite. All changes of a team use this order.
    await lockTeam(trx, seen.orgId)
    const invite = await find('for update')
    if (!invite) throw noSuch('invite')
    if (invite.email !== user.email) {
      throw new Refusal('FORBIDDEN', { message: 'The invite was sent to another address' })
    }
    if (invite.acceptedAt) throw new Refusal('CONFLICT', { message: 'The invite was already accepted' })
    if (invite.expiresAt.getTime() <= now) throw new Refusal('GONE')
    return invite
  }
}

/** The sender must still be allowed to send the invite. A disabled user may do nothing. @throws Refusal FORBIDDEN */
async function assertStillWorth(trx: Trx, orgId: string, invitedBy: string | null, role: Role) {
  const inviter = await firstRow<{ role: Role }>(
    trx,
    `select m.role from org_members m join users u on u.id = m.user_id
     where m.org_id = ? and m.user_id = ? and u.disabled_at is null`,
    [orgId, invitedBy]
  )
  if (mayInvite(inviter?.role ?? null, role)) return
  throw new Refusal('FORBIDDEN', {
    message: 'The sender of this invite may no longer invite you: ask for another one',
  })
}
