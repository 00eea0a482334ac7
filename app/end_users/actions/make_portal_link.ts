import { inject } from '@adonisjs/core'
import FindPortalSender from '#end_users/queries/find_portal_sender'
import { findReturnPage } from '#end_users/queries/find_return_page'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { transaction } from '#kernel/database/unit_of_work'
import { portalLinkMail } from '#kernel/mail/end_user_texts'
import { recordMail } from '#kernel/mail/mails'
import { claimAttempt, takeBackAttempt } from '#kernel/limits/attempt_limits'
import { firstRow } from '#kernel/database/sql'
import db from '@adonisjs/lucid/services/db'
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
    const known = await emailOf(orgId, endUserId)
    const attempt = `portal link ${orgId} ${known}`
    const isMailed = known !== null && (await claimAttempt('endUserMail', attempt))
    try {
      return await this.#make(
        { orgId, productId },
        endUserId,
        returnUrl,
        isMailed ? known : null,
        origin,
        now
      )
    } catch (error) {
      if (isMailed) await takeBackAttempt('endUserMail', attempt)
      throw error
    }
  }

  #make(
    { orgId, productId }: Pick<Scope, 'orgId' | 'productId'>,
    endUserId: string,
    returnUrl: string | null,
    mailTo: string | null,
    origin: Origin,
    now: Millis
  ): Promise<PortalLink> {
    return transaction(async (trx) => {
      const { banned, email } = await lockPerson(trx, orgId, endUserId)
      if (banned) throw new Refusal('USER_BANNED')
      const { name, portal } = await this.senders.ofOpen(trx, orgId)
      const page = await findReturnPage(trx, orgId, portal, returnUrl)
      const link = await this.challenges.portalLink(trx, { orgId, endUserId, productId, page }, now)
      if (email && email === mailTo) await recordMail(trx, { to: email, ...portalLinkMail(name) }, now, orgId)
      const entry = { orgId, action: 'end_user.portal_link_made', subject: endUserId }
      await recordAudit(trx, origin, entry, now)
      return { url: link.url, expiresAt: link.expiresAt }
    })
  }
}

async function emailOf(orgId: string, id: string): Promise<string | null> {
  const sql = `select email from end_users where org_id = ? and id = ?`
  return (await firstRow<{ email: string | null }>(db.connection(), sql, [orgId, id]))?.email ?? null
}
