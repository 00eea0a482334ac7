import { inject } from '@adonisjs/core'
import FindPortalSender from '#end_users/queries/find_portal_sender'
import { findReturnPage } from '#end_users/queries/find_return_page'
import { LINK_NOTICE_EVERY } from '#end_users/rules/challenge'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { firstRow } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { portalLinkMail } from '#kernel/mail/end_user_texts'
import { recordMail } from '#kernel/mail/mails'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { lockPerson } from './lock_person.js'
import StartEndUserChallenge from './start_end_user_challenge.js'

/** A one-time link into the portal. */
export type PortalLink = { url: string; expiresAt: string }

/**
 * Makes a link that signs an end user in once, within 15 minutes, for a merchant who redirects or helps the end user.
 * The end user gets a mail about it, at most one a minute (contract/09-end-users#96-the-merchants-side). If an API key
 * calls, the link opens only the licenses of its product.
 */
@inject()
export default class MakePortalLink {
  constructor(
    protected senders: FindPortalSender,
    protected challenges: StartEndUserChallenge
  ) {}

  /**
   * @throws Refusal USER_NOT_FOUND, USER_BANNED; CONFLICT if the end user was merged or erased, or while the portal is
   *   off; VALIDATION_ERROR if `returnUrl` is not a page of the org
   */
  async execute(
    { orgId, productId }: Scope,
    endUserId: string,
    returnUrl: string | null,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<PortalLink> {
    return transaction(async (trx) => {
      const { banned, email } = await lockPerson(trx, orgId, endUserId)
      if (banned) throw new Refusal('USER_BANNED')
      const { name, portal } = await this.senders.ofOpen(trx, orgId)
      const page = await findReturnPage(trx, orgId, portal, returnUrl)
      const told = email !== null && (await isNoticeDue(trx, orgId, endUserId, email, now)) ? email : null
      const challenge = { orgId, endUserId, email: told, productId, page }
      const link = await this.challenges.portalLink(trx, challenge, now)
      if (told !== null) await recordMail(trx, { to: told, ...portalLinkMail(name) }, now, orgId)
      const entry = { orgId, action: 'end_user.portal_link_made', subject: endUserId }
      await recordAudit(trx, origin, entry, now)
      return { url: link.url, expiresAt: link.expiresAt }
    })
  }
}

/**
 * Whether no mail has told this address about a link within the last minute. Read from the links themselves: calls for
 * one end user take turns at its row, and a call that is refused leaves no link behind that could keep back a mail.
 */
async function isNoticeDue(trx: Trx, orgId: string, endUserId: string, email: string, now: Millis) {
  const told = await firstRow(
    trx,
    `select 1 from end_user_challenges
     where org_id = ? and end_user_id = ? and purpose = 'portal_link' and email = ? and created_at > ? limit 1`,
    [orgId, endUserId, email, new Date(now - LINK_NOTICE_EVERY)]
  )
  return told === null
}
