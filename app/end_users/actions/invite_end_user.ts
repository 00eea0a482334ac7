import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import FindPortalSender from '#end_users/queries/find_portal_sender'
import { END_USER_INVITE_COLUMNS, type EndUserInvite } from '#end_users/queries/list_end_user_invites'
import { plainEmail } from '#kernel/text/email'
import { findReturnPage } from '#end_users/queries/find_return_page'
import { withToken } from '#end_users/rules/return_page'
import { assertGivable } from '#end_users/store/givable_licenses'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { firstRow, rows, type SqlExecutor } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { countedAttempt } from '#kernel/limits/attempt_limits'
import { endUserInviteMail } from '#kernel/mail/end_user_texts'
import { recordMail } from '#kernel/mail/mails'
import Refusal from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import { hashSecret, newSecret } from '#kernel/secrets/tokens'
import type { Millis } from '#kernel/time/millis'

/** How long an invite can be accepted, in milliseconds (contract/09-end-users#96-the-merchants-side). */
const INVITE_LIFE = 7 * 24 * 3600 * 1000

/**
 * Invites a person to the portal by mail. Only the mail contains the token; the database stores its hash
 * (contract/09-end-users#96-the-merchants-side).
 */
@inject()
export default class InviteEndUser {
  constructor(protected senders: FindPortalSender) {}

  /**
   * @throws Refusal CONFLICT if the address has an open invite or the portal is off; USER_BANNED; LICENSE_NOT_FOUND;
   *   LICENSE_NOT_OWNED for a license of another end user; RATE_LIMITED for a second mail to the address within a
   *   minute
   */
  async execute(
    scope: Scope,
    asked: { email: string; licenseIds?: string[] },
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<EndUserInvite> {
    const email = plainEmail(asked.email)
    const licenseIds = [...new Set(asked.licenseIds ?? [])]
    // Checked before the attempt is counted, because a refusal here sends no mail.
    await assertNew(db.connection(), scope.orgId, email, now)
    return countedAttempt('endUserMail', `invite ${scope.orgId} ${email}`, () =>
      transaction(async (trx) => {
        const { name, portal } = await this.senders.ofOpen(trx, scope.orgId)
        await assertWelcome(trx, scope.orgId, email)
        await assertGivable(trx, scope, licenseIds, email)
        const token = newSecret()
        const invite = await store(trx, scope.orgId, { email, licenseIds, token }, now)
        const link = withToken(await findReturnPage(trx, scope.orgId, portal), token, 'invite')
        await recordMail(trx, { to: email, ...endUserInviteMail(name, token, link) }, now, scope.orgId)
        const entry = { orgId: scope.orgId, action: 'end_user.invited', subject: invite.id }
        await recordAudit(trx, origin, { ...entry, data: { licenseIds } }, now)
        return invite
      })
    )
  }
}

function hasOpenInvite() {
  return new Refusal('CONFLICT', { message: 'This address has an open invite: withdraw it first' })
}

/** @throws Refusal CONFLICT */
async function assertNew(client: SqlExecutor, orgId: string, email: string, now: Millis) {
  const open = await firstRow(
    client,
    `select 1 from end_user_invites where org_id = ? and email = ? and accepted_at is null and expires_at > ?`,
    [orgId, email, new Date(now)]
  )
  if (open) throw hasOpenInvite()
}

/** @throws Refusal USER_BANNED */
async function assertWelcome(trx: Trx, orgId: string, email: string) {
  const banned = await firstRow(
    trx,
    `select 1 from end_users where org_id = ? and email = ? and banned_at is not null`,
    [orgId, email]
  )
  if (banned) throw new Refusal('USER_BANNED')
}

type NewInvite = { email: string; licenseIds: string[]; token: string }

/** Stores an invite; it replaces an expired one. @throws Refusal CONFLICT */
async function store(trx: Trx, orgId: string, { email, licenseIds, token }: NewInvite, now: Millis) {
  const at = new Date(now)
  await rows(
    trx,
    `delete from end_user_invites where org_id = ? and email = ? and accepted_at is null and expires_at <= ?`,
    [orgId, email, at]
  )
  const invite = await firstRow<EndUserInvite>(
    trx,
    `insert into end_user_invites (id, org_id, email, end_user_id, token_hash, license_ids, created_at, expires_at)
     values (?, ?, ?, (select id from end_users where org_id = ? and email = ?), ?, ?::uuid[], ?, ?)
     on conflict (org_id, email) where accepted_at is null do nothing returning ${END_USER_INVITE_COLUMNS}`,
    [
      ...[newId(), orgId, email, orgId, email],
      ...[hashSecret(token), licenseIds, at, new Date(now + INVITE_LIFE)],
    ]
  )
  if (invite) return invite
  throw hasOpenInvite()
}
