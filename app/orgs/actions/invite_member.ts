import db from '@adonisjs/lucid/services/db'
import { appUrl, consoleUrl } from '#config/app'
import { mailDelivery } from '#config/mail'
import { inviteMail } from '#kernel/mail/texts'
import type { Role } from '#orgs/rules/roles'
import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { INVITE_COLUMNS, type InviteRow } from '#orgs/queries/list_invites'
import { countedAttempt } from '#kernel/limits/attempt_limits'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { newId } from '#kernel/secrets/ids'
import { recordMail } from '#kernel/mail/mails'
import { assertRoom } from '#kernel/limits/quotas'
import { firstRow, rows, type SqlExecutor } from '#kernel/database/sql'
import { hashSecret, newSecret } from '#kernel/secrets/tokens'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { plainEmail } from '#kernel/text/email'
import { judgeTeamChange, lockTeam } from './lock_team.js'

/** How long an invite is valid, in milliseconds (contract#orgs-members-invites). */
const INVITE_TTL = 7 * 24 * 3600 * 1000

/**
 * Invites a person by mail (contract#orgs-members-invites). Only the mail contains the token; the database stores its
 * hash.
 * @throws Refusal CONFLICT if the address belongs to a member or has an open invite; INSUFFICIENT_SCOPE if an ADMIN
 *   invites an OWNER; FORBIDDEN if mail is configured and the sender has not confirmed their own address; RATE_LIMITED
 *   per org and per address; LIMIT_REACHED if the org is full.
 */
export default class InviteMember {
  async execute(
    scope: Scope,
    email: string,
    role: Role,
    origin: Origin,
    now = Date.now()
  ): Promise<InviteRow> {
    const address = plainEmail(email)
    // This check runs before counting, because a refused call is not an invite.
    await assertNew(db.connection(), scope.orgId, address, now)
    return counted(scope, address, () =>
      transaction(async (trx) => {
        await lockTeam(trx, scope.orgId)
        await judgeTeamChange(trx, scope, { from: role, to: role, self: false })
        const names = await this.#names(trx, scope)
        await this.#makeRoom(trx, scope.orgId, address, now)
        const token = newSecret()
        const invite = await this.#store(trx, scope, { address, role, token }, now)
        const places = { service: appUrl, console: consoleUrl }
        await recordMail(trx, { to: address, ...inviteMail({ ...names, role }, places, token) }, now)
        const data = { email: address, role }
        const entry = { orgId: scope.orgId, action: 'team.invited', subject: invite.id, data }
        await recordAudit(trx, origin, entry, now)
        return invite
      })
    )
  }

  /** The sender and the org of an invite. @throws Refusal FORBIDDEN if the sender's address is not confirmed. */
  async #names(trx: Trx, { orgId, actor }: Scope): Promise<{ orgName: string; inviter: string }> {
    const names = await firstRow<{ orgName: string; inviter: string; verified: boolean }>(
      trx,
      `select o.name as "orgName", u.email as inviter, u.email_verified_at is not null as verified
       from orgs o, users u where o.id = ? and u.id = ?`,
      [orgId, actor.id]
    )
    if (mailDelivery.way === 'smtp' && !names!.verified) {
      throw new Refusal('FORBIDDEN', {
        message: 'Confirm your email address first; POST /v1/dashboard/me/verify-email sends you the mail',
      })
    }
    return names!
  }

  async #store(
    trx: Trx,
    { orgId, actor }: Scope,
    { address, role, token }: { address: string; role: Role; token: string },
    now: number
  ): Promise<InviteRow> {
    const at = new Date(now)
    const invite = await firstRow<InviteRow>(
      trx,
      `insert into invites (id, org_id, email, role, token_hash, invited_by, created_at, expires_at)
       values (?, ?, ?, ?, ?, ?, ?, ?) returning ${INVITE_COLUMNS}`,
      [newId(), orgId, address, role, hashSecret(token), actor.id, at, new Date(now + INVITE_TTL)]
    )
    return invite!
  }

  async #makeRoom(trx: Trx, orgId: string, email: string, now: number) {
    await assertNew(trx, orgId, email, now)
    await rows(
      trx,
      `delete from invites where org_id = ? and email = ? and accepted_at is null and expires_at <= ?`,
      [orgId, email, new Date(now)]
    )
    await assertRoom(trx, 'membersPerOrg', orgId)
  }
}

/** @throws Refusal CONFLICT if the address belongs to a member or has an open invite. */
async function assertNew(client: SqlExecutor, orgId: string, email: string, now: number) {
  const found = await firstRow<{ member: boolean; invited: boolean }>(
    client,
    `select exists (select 1 from org_members m join users u on u.id = m.user_id
         where m.org_id = ? and u.email = ?) as member,
       exists (select 1 from invites
         where org_id = ? and email = ? and accepted_at is null and expires_at > ?) as invited`,
    [orgId, email, orgId, email, new Date(now)]
  )
  if (found!.member) throw new Refusal('CONFLICT', { message: `${email} is already a member` })
  if (!found!.invited) return
  throw new Refusal('CONFLICT', { message: `${email} already has an open invite: withdraw it first` })
}

/**
 * Counts an invite in each of its windows, unless one of them refuses or `work` throws. A mailed invite stays counted even
 * if it is withdrawn.
 * @throws Refusal RATE_LIMITED
 */
function counted<T>({ orgId, actor }: Scope, address: string, work: () => Promise<T>): Promise<T> {
  const again = `${address} got an invite within the last day: retry tomorrow`
  const ofAddress = () => countedAttempt('invitedAddress', address, work, again)
  const ofUser = () => countedAttempt('userInvites', `${actor.id}`, ofAddress)
  return countedAttempt('orgInvites', orgId, ofUser)
}
