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
  headers: { ETag: 'The version of the response.', 'Cache-Control': 'public, max-age=60' },
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
    description: 'Replaces all texts of the storefront. The status is 201 if the org had no storefront.',
    body: storefrontValidator,
    fields: {
      slug: 'The subdomain of the storefront under the storefront domain of this service.',
      deliveryMail: 'If you omit it, it does not change.',
      published: 'If you omit it, it does not change.',
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
      'Also archives the listings. This is refused while orders are pending or the operator has suspended the storefront.',
    success: answers<StorefrontsController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
  'shops.show': {
    ...TAG,
    summary: 'Find a shop by its host name',
    description: 'Case, port and a trailing dot are ignored. Responses are cached for up to one minute.',
    query: shopValidator,
    success: [
      { ...inEnvelope(200, ShopShape), ...cached },
      {
        status: 304,
        body: null,
        ...cached,
        description: 'The shop has not changed: its ETag matches `If-None-Match`.',
      },
    ],
    refuses: ['MISSING_HOSTNAME', 'ORG_NOT_FOUND', 'FORBIDDEN', 'STOREFRONT_NOT_FOUND'],
  },
  'end_users.shops.own': {
    ...TAG,
    summary: 'Read the shop of your merchant',
    description:
      'The shop as its visitors see it, regardless of its host names. A token of one product sees only the listings of that product.',
    success: inEnvelope(200, ShopShape),
    refuses: ['FORBIDDEN', 'STOREFRONT_NOT_FOUND'],
  },
  'shops.tls': {
    ...TAG,
    summary: 'Check whether a host name belongs to a storefront',
    description: 'For proxies that request TLS certificates on demand.',
    query: tlsValidator,
    success: answers<ShopsController['tls']>()({ hostname: text() }),
    refuses: ['FORBIDDEN', 'NOT_FOUND'],
  },
  'shops.index': {
    ...TAG,
    summary: 'List the listings of a shop',
    query: limitValidator,
    success: answers<ShopsController['index']>()({
      listings: list(PublicListingShape),
      nextCursor: nextCursor(),
    }),
    refuses: ['FORBIDDEN', 'STOREFRONT_NOT_FOUND'],
  },
  'shops.listing': {
    ...TAG,
    summary: 'Read a listing of a shop',
    success: answers<ShopsController['listing']>()({ listing: PublicListingShape }),
    refuses: ['FORBIDDEN', 'STOREFRONT_NOT_FOUND', 'LISTING_NOT_FOUND'],
  },
} satisfies Entries
