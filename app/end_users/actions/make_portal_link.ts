import { inject } from '@adonisjs/core'
import FindPortalSender from '#end_users/queries/find_portal_sender'
import { findReturnPage } from '#end_users/queries/find_return_page'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { transaction } from '#kernel/database/unit_of_work'
import { portalLinkMail } from '#kernel/mail/end_user_texts'
import { recordMail } from '#kernel/mail/mails'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { lockPerson } from './lock_person.js'
import StartEndUserChallenge from './start_end_user_challenge.js'

/** A one-time link into the portal. */
export type PortalLink = { url: string; expiresAt: string }

/**
 * Makes a link that signs an end user in once, within 15 minutes, for a merchant who redirects or helps. The end user
 * hears of it by mail (contract/09-end-users#96-the-merchants-side). A link that an API key asks for opens the licenses
 * of the key's product alone.
 */
@inject()
export default class MakePortalLink {
  constructor(
    protected senders: FindPortalSender,
    protected challenges: StartEndUserChallenge
  ) {}

  /**
   * @throws Refusal USER_NOT_FOUND, USER_BANNED; CONFLICT for somebody who was merged or erased and while the portal is
   *   off; VALIDATION_ERROR for a page that is none of the org's
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
      const link = await this.challenges.portalLink(trx, { orgId, endUserId, productId, page }, now)
      if (email) await recordMail(trx, { to: email, ...portalLinkMail(name) }, now, orgId)
      const entry = { orgId, action: 'end_user.portal_link_made', subject: endUserId }
      await recordAudit(trx, origin, entry, now)
      return { url: link.url, expiresAt: link.expiresAt }
    })
  }
}
