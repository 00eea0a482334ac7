import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import { SetPolicyShape } from '#catalog/http/policy_shape'
import { EXPIRATION_MODES } from '#licensing/rules/license'
import { FULFILMENTS, LISTING_KINDS, ON_END, RENEW_FROM } from '#storefront/rules/listing'
import { SHOP_STATES } from '#storefront/rules/processor'
import type { toListing, toPublicListing, toShop, toStorefront } from './storefront_transformer.js'

const { anyObject, choice, flag, list, moment, named, nullable, object, optional, text, uuid, whole } = shape

const texts = {
  name: text(),
  slug: text(),
  description: nullable(text()),
  currency: nullable(text()),
  supportEmail: nullable(text()),
  termsUrl: nullable(text()),
  theme: nullable(object({ logoUrl: optional(text()), accentColor: optional(text()) })),
  url: nullable(text('null if the storefront has no host.')),
  hostnames: list(text()),
}

/** The storefront of an org (contract/10-storefront#102-setup). */
export const StorefrontShape = named(
  'Storefront',
  {
    id: uuid(),
    orgId: uuid(),
    ...texts,
    deliveryMail: flag('Whether the end user gets an email with the license keys of a fulfilled order.'),
    published: flag(),
    suspended: flag('Whether the operator has hidden the storefront from visitors.'),
    processor: object({ state: choice(SHOP_STATES, 'The best state of all processors of the org.') }),
    createdAt: moment(),
    updatedAt: moment(),
  },
  'The shop of an org.'
)
same<ReturnType<typeof toStorefront>, Static<typeof StorefrontShape>>(true)

const price = nullable(
  object({ amount: whole('The amount in the smallest unit of the currency.'), currency: text() })
)

const sold = {
  name: text(),
  description: nullable(text()),
  price,
  fulfilment: choice(FULFILMENTS),
}

/** The settings of a listing, which an order keeps a copy of. */
export const listingSettings = {
  ...sold,
  terms: nullable(
    object({
      expirationMode: optional(nullable(choice(EXPIRATION_MODES))),
      expiresAt: nullable(moment()),
      expiresAfterDays: optional(nullable(whole())),
      maxHwidResets: optional(nullable(whole())),
    })
  ),
  tierId: nullable(uuid('The tier of new licenses.')),
  policyOverride: nullable(SetPolicyShape),
  metadata: nullable(anyObject()),
  extendDays: nullable(whole()),
  renewFrom: choice(RENEW_FROM),
  graceDays: whole(),
  onEnd: choice(ON_END),
  toTierId: nullable(uuid('The tier after an upgrade.')),
  fromTierIds: nullable(
    list(uuid(), 'The tiers whose licenses can be upgraded. null means any tier, or no tier.')
  ),
  grant: nullable(
    object({
      hwidLimit: optional(whole()),
      maxConcurrentSessions: optional(whole()),
      maxHwidResets: optional(whole()),
    })
  ),
  checkoutUrl: nullable(text()),
}

/** A listing (contract/10-storefront#103-listings). */
export const ListingShape = named(
  'Listing',
  {
    id: uuid(),
    productId: uuid(),
    kind: choice(LISTING_KINDS, '`new` issues a license. The other kinds change an existing license.'),
    position: whole(),
    published: flag(),
    perCustomer: nullable(whole()),
    stock: nullable(whole()),
    taken: whole('The total quantity of all pending and fulfilled orders.'),
    ...listingSettings,
    providerRefs: list(object({ processorId: uuid(), ref: text() })),
    createdAt: moment(),
    updatedAt: moment(),
  },
  'An item that an org offers.'
)
same<ReturnType<typeof toListing>, Static<typeof ListingShape>>(true)

/** A listing as visitors see it. */
export const PublicListingShape = named(
  'PublicListing',
  {
    id: uuid(),
    productId: uuid(),
    position: whole(),
    kind: choice(LISTING_KINDS),
    ...sold,
    perCustomer: nullable(whole()),
    extendDays: nullable(whole()),
    checkoutUrl: nullable(text()),
  },
  'A listing as visitors of the shop see it.'
)
same<ReturnType<typeof toPublicListing>, Static<typeof PublicListingShape>>(true)

/** A shop as visitors see it (contract/10-storefront#104-public). */
export const ShopShape = named(
  'Shop',
  {
    org: object({ id: uuid(), name: text() }),
    storefront: object({ id: uuid(), ...texts }),
    portal: object({ enabled: flag() }),
    listings: list(PublicListingShape, 'At most 200 listings. To get all, list the shop page by page.'),
  },
  'A shop as its visitors see it.'
)
same<ReturnType<typeof toShop>, Static<typeof ShopShape>>(true)
