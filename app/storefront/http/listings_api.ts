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
  price: 'Null for something free.',
  terms: 'Of the licenses that a listing of the kind `new` issues; `never` expires if left out.',
  tierId: 'The tier of new licenses, whose terms they get where `terms` says nothing.',
  policyOverride: 'Of new licenses.',
  extendDays: 'By how many days a renewal extends its target.',
  graceDays: 'Days that a subscription has beyond its period.',
  onEnd: 'What becomes of the license when its subscription ends.',
  toTierId: 'The tier that an upgrade gives to its target.',
  fromTierIds: 'The tiers whose licenses can be upgraded; any tier, and none, if left out.',
  grant: 'What an addon adds to the effective values of its target.',
  perCustomer: 'Pieces of one end user; 1 for something free unless said otherwise, null for any number.',
  stock: 'Pieces altogether; null for any number.',
  providerRefs: 'Which prices or products of processors mean this listing. Replaces all of them.',
  checkoutUrl: 'The page of your processor where it is paid for.',
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
    summary: 'Make a listing',
    description: 'Visitors see it once it is published.',
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
    description: 'Its kind and product stay. Orders that are there keep the listing as it was.',
    body: listingPatchValidator,
    fields,
    success: answers<ListingsController['update']>()(ONE),
    refuses: ['LISTING_NOT_FOUND', 'PROCESSOR_NOT_READY', 'NOT_FOUND', 'BAD_REQUEST', 'CONFLICT'],
    example: { stock: 100 },
  },
  'listings.destroy': {
    ...TAG,
    summary: 'Archive a listing',
    description: 'For good. Its orders keep their copies of it.',
    success: answers<ListingsController['destroy']>()({ id: uuid() }),
    refuses: ['LISTING_NOT_FOUND'],
  },
  'listings.publish': {
    ...TAG,
    summary: 'Publish a listing',
    description: 'Something with a price that is handed out at once needs a processor that is ready.',
    success: answers<ListingsController['publish']>()(ONE),
    refuses: ['LISTING_NOT_FOUND', 'PROCESSOR_NOT_READY'],
  },
  'listings.unpublish': {
    ...TAG,
    summary: 'Unpublish a listing',
    success: answers<ListingsController['unpublish']>()(ONE),
    refuses: ['LISTING_NOT_FOUND'],
  },
} satisfies Entries
