import type { Entries } from '#http/api/route_entry'
import { answers, inEnvelope, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
import { LISTINGS_API } from './listings_api.js'
import { ORDERS_API } from './orders_api.js'
import { PROCESSORS_API } from './processors_api.js'
import type ShopsController from './shops_controller.js'
import { shopValidator, storefrontValidator, tlsValidator } from './storefront_input.js'
import { PublicListingShape, ShopShape, StorefrontShape } from './storefront_shape.js'
import type StorefrontsController from './storefronts_controller.js'

const { list, nextCursor, text, uuid } = shape
const TAG = { tag: 'Storefront' }
const cached = {
  headers: { ETag: 'The version of the answer.', 'Cache-Control': 'public, max-age=60' },
}

/** The entries of storefronts and shops in the API document. */
export const STOREFRONT_API = {
  ...LISTINGS_API,
  ...ORDERS_API,
  ...PROCESSORS_API,
  'storefronts.show': {
    ...TAG,
    summary: 'Read the storefront of an org',
    success: answers<StorefrontsController['show']>()({ storefront: StorefrontShape }),
    refuses: ['NOT_FOUND'],
  },
  'storefronts.update': {
    ...TAG,
    summary: 'Set up the storefront of an org',
    description: 'Replaces all of its texts. 201 where there was none.',
    body: storefrontValidator,
    fields: {
      slug: 'Its host below the domain of the deployment.',
      published: 'Stays as it is if left out.',
    },
    success: [
      answers<StorefrontsController['update']>()({ storefront: StorefrontShape }),
      answers<StorefrontsController['update']>(201)({ storefront: StorefrontShape }),
    ],
    refuses: ['CONFLICT'],
    example: { name: 'Editor shop', slug: 'editor', currency: 'EUR', published: true },
  },
  'storefronts.destroy': {
    ...TAG,
    summary: 'Delete the storefront of an org',
    description:
      'Archives its listings. Not while orders are pending, and not while the operator suspends it.',
    success: answers<StorefrontsController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
  'shops.show': {
    ...TAG,
    summary: 'Find a shop by its host name',
    description: 'Case, port and trailing dot do not matter. Answers are kept for up to a minute.',
    query: shopValidator,
    success: [
      { ...inEnvelope(200, ShopShape), ...cached },
      { status: 304, body: null, ...cached, description: 'The answer is the one of `If-None-Match`.' },
    ],
    refuses: ['MISSING_HOSTNAME', 'ORG_NOT_FOUND', 'FORBIDDEN', 'STOREFRONT_NOT_FOUND'],
  },
  'end_users.shops.own': {
    ...TAG,
    summary: 'Read the shop of your merchant',
    description: 'As its visitors see it, whichever host names it has.',
    success: inEnvelope(200, ShopShape),
    refuses: ['FORBIDDEN', 'STOREFRONT_NOT_FOUND'],
  },
  'shops.tls': {
    ...TAG,
    summary: 'Ask whether a host is a storefront',
    description: 'For proxies that get certificates on demand.',
    query: tlsValidator,
    success: answers<ShopsController['tls']>()({ hostname: text() }),
    refuses: ['FORBIDDEN', 'NOT_FOUND'],
  },
  'shops.index': {
    ...TAG,
    summary: 'List what a shop offers',
    query: limitValidator,
    success: answers<ShopsController['index']>()({
      listings: list(PublicListingShape),
      nextCursor: nextCursor(),
    }),
    refuses: ['FORBIDDEN', 'STOREFRONT_NOT_FOUND'],
  },
  'shops.listing': {
    ...TAG,
    summary: 'Read something that a shop offers',
    success: answers<ShopsController['listing']>()({ listing: PublicListingShape }),
    refuses: ['FORBIDDEN', 'STOREFRONT_NOT_FOUND', 'LISTING_NOT_FOUND'],
  },
} satisfies Entries
