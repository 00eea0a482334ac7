import { narrowed } from '#http/api/narrowed'
import { answers, shape } from '#http/api/shapes'
import type { Entries } from '#http/api/route_entry'
import { limitValidator } from '#http/page'
import { LISTING_RULES } from './listing_rules_shape.js'
import type ListingsController from './listings_controller.js'
import { listingPatchValidator, newListingValidator } from './listings_input.js'
import { ListingShape } from './storefront_shape.js'

const { list, nextCursor, uuid } = shape
const TAG = { tag: 'Storefront' }
const ONE = { listing: ListingShape }

const fields = {
  price: 'The price. null means free.',
  terms:
    'The terms of the licenses that a listing of the kind `new` issues. Default: the terms of the tier. If the tier has none, the licenses never expire.',
  tierId: 'The tier of new licenses. The terms of the tier apply if `terms` sets no expiration.',
  policyOverride: 'The policy override of new licenses.',
  extendDays: 'The number of days by which a renewal extends the target license.',
  graceDays: 'The number of extra days after the end of a subscription period.',
  onEnd: 'What happens to the license when its subscription ends.',
  toTierId: 'The tier that an upgrade gives to the target license.',
  fromTierIds: 'The tiers whose licenses can be upgraded. Default: any tier, or no tier.',
  grant: 'The amounts that an addon adds to the effective limits of the target license.',
  perCustomer: 'The maximum quantity per end user. null means no limit. Default for a free listing: 1.',
  stock: 'The maximum quantity in total. null means no limit.',
  providerRefs:
    'The prices or products at payment processors that stand for this listing. Replaces the whole list.',
  checkoutUrl: 'The payment page at your processor.',
}

/** The entries of listings in the API document. */
export const LISTINGS_API = {
  'listings.index': {
    ...TAG,
    summary: 'List the listings of an org',
    query: limitValidator,
    success: answers<ListingsController['index']>()({
      listings: list(ListingShape),
      nextCursor: nextCursor(),
    }),
  },
  'listings.store': {
    ...TAG,
    summary: 'Create a listing',
    description: 'Visitors see the listing after you publish it.',
    body: narrowed(newListingValidator, LISTING_RULES),
    fields,
    success: answers<ListingsController['store']>(201)(ONE),
    refuses: ['STOREFRONT_NOT_SETUP', 'PRODUCT_NOT_FOUND', 'NOT_FOUND', 'BAD_REQUEST', 'CONFLICT'],
    example: {
      productId: '01890a5d-ac96-774b-bcce-b302099a8057',
      name: 'One year',
      kind: 'new',
      terms: { expirationMode: 'afterActivation', expiresAfterDays: 365 },
    },
  },
  'listings.show': {
    ...TAG,
    summary: 'Read a listing',
    success: answers<ListingsController['show']>()(ONE),
    refuses: ['LISTING_NOT_FOUND'],
  },
  'listings.update': {
    ...TAG,
    summary: 'Change a listing',
    description: 'The kind and the product cannot change. Existing orders keep their copy of the listing.',
    body: listingPatchValidator,
    fields,
    success: answers<ListingsController['update']>()(ONE),
    refuses: ['LISTING_NOT_FOUND', 'PROCESSOR_NOT_READY', 'NOT_FOUND', 'BAD_REQUEST', 'CONFLICT'],
    example: { stock: 100 },
  },
  'listings.destroy': {
    ...TAG,
    summary: 'Archive a listing',
    description: 'This is final. Existing orders keep their copies of the listing.',
    success: answers<ListingsController['destroy']>()({ id: uuid() }),
    refuses: ['LISTING_NOT_FOUND'],
  },
  'listings.publish': {
    ...TAG,
    summary: 'Publish a listing',
    description:
      'A listing with a price and the fulfilment `instant` needs a payment processor that is ready. A listing whose tier was deleted needs another tier.',
    success: answers<ListingsController['publish']>()(ONE),
    refuses: ['LISTING_NOT_FOUND', 'PROCESSOR_NOT_READY', 'CONFLICT'],
  },
  'listings.unpublish': {
    ...TAG,
    summary: 'Unpublish a listing',
    success: answers<ListingsController['unpublish']>()(ONE),
    refuses: ['LISTING_NOT_FOUND'],
  },
} satisfies Entries
