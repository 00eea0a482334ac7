import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { EndUserProfile } from '#end_users/queries/find_end_user_profile'
import FindOpenPortal from '#end_users/queries/find_open_portal'
import { findReturnPage } from '#end_users/queries/find_return_page'
import type { PersonFields } from '#end_users/rules/person'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { invalidField } from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { momentOf } from '#licensing/actions/change_license'
import { asDuplicate } from './duplicate_end_user.js'
import type { Device, EndUserTokens } from './issue_end_user_session.js'
import LetIn from './let_in.js'
import type { PortalLink } from './make_portal_link.js'
import { redeemKeys, type RedeemedKey } from './redeem_license.js'
import StartEndUserChallenge from './start_end_user_challenge.js'
import { vouchFor } from './vouch_for.js'

/** The merchant's statement about a person who is signed in at the merchant's site. */
export type VouchedExchange = {
  person: Omit<PersonFields, 'marketingConsent'>
  emailVerified: boolean
  licenseKeys: string[]
  /** The page for a one-time link; null if no link is wanted. */
  returnUrl: string | null
}

export type ExchangeResult = {
  endUser: EndUserProfile
  created: boolean
  tokens: EndUserTokens
  claimed: RedeemedKey[]
  portalLink: PortalLink | null
}

/**
 * Signs in an end user whom the merchant vouches for (contract/09-end-users#93-the-exchange-the-merchant-vouches). If
 * an API key calls, the tokens and the link open only the licenses of its product.
 */
@inject()
export default class ExchangeEndUser {
  constructor(
    protected portals: FindOpenPortal,
    protected letIn: LetIn,
    protected challenges: StartEndUserChallenge
  ) {}

  /**
   * @throws Refusal FORBIDDEN while the portal or this door is off; VALIDATION_ERROR if externalId and email are both
   *   missing, or if `returnUrl` is not a page of the org; CONFLICT if externalId and verified email belong to two end
   *   users, or if another end user has the username; USER_BANNED
   */
  async execute(
    scope: Scope,
    { person, emailVerified, licenseKeys, returnUrl }: VouchedExchange,
    device: Device,
    origin: Origin,
    at?: Millis
  ): Promise<ExchangeResult> {
    const { orgId, productId } = scope
    const now = momentOf(at)
    if (!person.externalId && !person.email)
      throw invalidField('externalId', 'Name the end user by externalId or email')
    const { portal } = await this.portals.withDoor(orgId, 'exchange')
    const page = returnUrl === null ? null : await findReturnPage(db.connection(), orgId, portal, returnUrl)
    try {
      return await transaction(async (trx) => {
        const { endUserId, created } = await vouchFor(trx, orgId, person, emailVerified, origin, now)
        const entering = { orgId, endUserId, door: 'exchange', productId } as const
        const { endUser, tokens } = await this.letIn.execute(trx, entering, portal, device, now)
        const claimed = await redeemKeys(trx, scope, endUserId, licenseKeys, portal.claimByKey, at)
        const link =
          page === null ? null : await this.#link(trx, { orgId, endUserId, productId, page }, origin, now)
        return { endUser: endUser!, created, tokens, claimed, portalLink: link }
      })
    } catch (error) {
      throw asDuplicate(error)
    }
  }

  async #link(
    trx: Trx,
    challenge: { orgId: string; endUserId: string; productId: string | null; page: string },
    origin: Origin,
    now: Millis
  ): Promise<PortalLink> {
    const { orgId, endUserId } = challenge
    const { url, expiresAt } = await this.challenges.portalLink(trx, { ...challenge, email: null }, now)
    await recordAudit(trx, origin, { orgId, action: 'end_user.portal_link_made', subject: endUserId }, now)
    return { url, expiresAt }
  }
}
