import { inject } from '@adonisjs/core'
import { accounts } from '#config/accounts'
import type { Scope } from '#kernel/audit/scope'
import { firstRow } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { momentOf } from '#licensing/actions/change_license'
import { lockWriter } from '#support/store/lock_ticket'
import { checkoutProvider, type Checkout } from '#storefront/queries/find_checkout'
import FindOrder, { type ShopOrder } from '#storefront/queries/find_order'
import FindStorefront from '#storefront/queries/find_storefront'
import ListListings from '#storefront/queries/list_listings'
import { checkoutOf } from '#storefront/rules/checkout'
import { assertTarget } from '#storefront/rules/claim'
import { soldListing, type ShopListing } from '#storefront/rules/listing'
import type { Provider } from '#storefront/rules/processor'
import { findTarget } from '#storefront/store/find_target'
import { takePieces } from '#storefront/store/listing_supply'
import { mailPending } from '#storefront/store/mail_order'
import { writeOrder } from '#storefront/store/write_order'
import { fulfilLocked } from './fulfil_order.js'

/** The fields of an order that an end user makes. */
export type OrderClaim = {
  listingId: string
  targetLicenseId?: string | null
  quantity?: number
  note?: string | null
}

/** The new order and the checkout page for its payment. `checkout` is null if nothing has to be paid at once. */
export type Claimed = { order: ShopOrder; checkout: Checkout | null }

/** Makes an order for an end user (contract/10-storefront#105-orders). */
@inject()
export default class ClaimOrder {
  constructor(
    protected find: FindOrder,
    protected listings: ListListings,
    protected storefronts: FindStorefront
  ) {}

  /**
   * @throws Refusal FORBIDDEN if the email address is not verified; LISTING_NOT_FOUND; those of `assertTarget`;
   *   CONFLICT if the stock or the end user's share is used up; STAGING_BILLING_DISABLED, PROCESSOR_NOT_READY for a
   *   listing that has to be paid at once.
   */
  async execute(scope: Scope, claim: OrderClaim, at?: Millis): Promise<Claimed> {
    const { orgId, actor } = scope
    const { listingId, targetLicenseId = null, quantity = 1, note } = claim
    const now = momentOf(at)
    return transaction(async (trx) => {
      await lockWriter(trx, scope)
      await assertProved(trx, scope)
      const listing = await this.#shown(trx, scope, listingId)
      const target = targetLicenseId ? await findTarget(trx, scope, targetLicenseId, actor.id!) : null
      assertTarget({ ...listing, quantity, targetNamed: targetLicenseId !== null, target })
      await takePieces(trx, listingId, quantity, actor.id)
      const provider = await this.#providerOf(trx, orgId, listing)
      const made = {
        orgId,
        source: 'claim',
        listing: soldListing(listing),
        quantity,
        targetLicenseId,
        note,
      } as const
      const order = await writeOrder(trx, { ...made, endUserId: actor.id! }, now)
      const page = provider && listing.checkoutUrl
      if (listing.price === null && listing.fulfilment === 'instant')
        await fulfilLocked(trx, order, { actor, clock: () => momentOf(at) })
      // Without a page to pay on, only the merchant can tell the customer what to do.
      else if (!page) await mailPending(trx, order, now)
      return {
        order: await this.find.byId(scope, order.id, trx),
        checkout: page ? { url: checkoutOf(page, provider, order.id) } : null,
      }
    })
  }

  /** Returns a listing that visitors can see. @throws Refusal LISTING_NOT_FOUND */
  async #shown(trx: Trx, scope: Scope, id: string): Promise<ShopListing> {
    const storefront = await this.storefronts.settled(scope.orgId, trx)
    const listing = await this.listings.byId(scope, id, trx)
    if (listing.published && storefront?.published && storefront.suspendedAt === null) return listing
    throw new Refusal('LISTING_NOT_FOUND')
  }

  /** The provider of the processor that takes the money; null if nothing has to be paid at once. */
  async #providerOf(trx: Trx, orgId: string, listing: ShopListing): Promise<Provider | null> {
    if (listing.price === null || listing.fulfilment === 'manual') return null
    if (!accounts.billingEnabled) throw new Refusal('STAGING_BILLING_DISABLED')
    const provider = await checkoutProvider(trx, orgId, listing.id)
    if (!provider) throw new Refusal('PROCESSOR_NOT_READY')
    return provider
  }
}

async function assertProved(trx: Trx, { orgId, actor }: Scope) {
  const sql = `select 1 from end_users where org_id = ? and id = ? and email_verified_at is not null`
  if (await firstRow(trx, sql, [orgId, actor.id])) return
  throw new Refusal('FORBIDDEN', { message: 'Confirm your email address first' })
}
