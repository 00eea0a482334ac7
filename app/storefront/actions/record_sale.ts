import { inject } from '@adonisjs/core'
import { momentOf } from '#licensing/actions/change_license'
import { ensureEndUser } from '#end_users/actions/ensure_end_user'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { transaction } from '#kernel/database/unit_of_work'
import { invalidField } from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import FindOrder, { type ShopOrder } from '#storefront/queries/find_order'
import ListListings from '#storefront/queries/list_listings'
import { assertTarget } from '#storefront/rules/claim'
import { soldListing } from '#storefront/rules/listing'
import { findTarget } from '#storefront/store/find_target'
import { takePieces } from '#storefront/store/listing_supply'
import { writeOrder } from '#storefront/store/write_order'
import { fulfilLocked } from './fulfil_order.js'

/** The fields of a sale outside the service that a merchant records. */
export type Sale = {
  listingId: string
  endUserId?: string
  email?: string
  targetLicenseId?: string | null
  quantity?: number
  reference?: string | null
}

/**
 * Records a sale for the merchant (contract/10-storefront#105-orders); fulfils it at once if its listing is instant.
 */
@inject()
export default class RecordSale {
  constructor(
    protected find: FindOrder,
    protected listings: ListListings
  ) {}

  /**
   * @throws Refusal LISTING_NOT_FOUND; VALIDATION_ERROR unless exactly one name is given; USER_NOT_FOUND,
   *   USER_BANNED; those of `assertTarget`; CONFLICT if the listing is sold out.
   */
  async execute(scope: Scope, sale: Sale, origin: Origin, at?: Millis): Promise<ShopOrder> {
    const { orgId, actor } = scope
    const { listingId, email, targetLicenseId = null, quantity = 1, reference } = sale
    if (!sale.endUserId && !email) throw invalidField('email', 'Name the end user by endUserId or email')
    // They may be different people, and the sale must not go to the wrong one.
    if (sale.endUserId && email) throw invalidField('email', 'Send endUserId or email, not both')
    const now = momentOf(at)
    return transaction(async (trx) => {
      const listing = await this.listings.byId(scope, listingId, trx)
      const endUser = await ensureEndUser(trx, orgId, { userId: sale.endUserId, email }, now)
      const target = targetLicenseId ? await findTarget(trx, scope, targetLicenseId, endUser.id) : null
      assertTarget({ ...listing, quantity, targetNamed: targetLicenseId !== null, target })
      await takePieces(trx, listingId, quantity, null)
      const made = {
        orgId,
        source: 'merchant',
        listing: soldListing(listing),
        quantity,
        targetLicenseId,
        reference,
      } as const
      const order = await writeOrder(trx, { ...made, endUserId: endUser.id }, now)
      const entry = { orgId, action: 'order.created', subject: order.id, data: { listingId } }
      await recordAudit(trx, origin, entry, now)
      if (listing.fulfilment === 'instant')
        await fulfilLocked(trx, order, { actor, clock: () => momentOf(at) })
      return this.find.byId(scope, order.id, trx)
    })
  }
}
