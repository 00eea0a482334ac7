import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import { LISTING_KINDS } from '#storefront/rules/listing'
import { ORDER_FLAGS, ORDER_SOURCES, ORDER_STATES } from '#storefront/rules/order'
import type { toOrder } from './order_transformer.js'
import { listingSettings } from './storefront_shape.js'

const { choice, list, moment, named, nullable, number, object, text, uuid, whole } = shape

/** An order (contract/10-storefront#105-orders). */
export const OrderShape = named(
  'Order',
  {
    id: uuid(),
    number: whole('Counted in each org, from 1.'),
    state: choice(ORDER_STATES),
    source: choice(ORDER_SOURCES, 'An end user, the merchant, or an event of a processor.'),
    listing: object(
      { id: uuid(), productId: uuid(), kind: choice(LISTING_KINDS), ...listingSettings },
      'The listing as it was ordered.'
    ),
    quantity: whole(),
    amount: nullable(number('In the smallest unit of the currency.')),
    currency: nullable(text()),
    endUserId: uuid(),
    targetLicenseId: nullable(uuid('The license that a renewal, an upgrade or an addon acts on.')),
    licenses: list(object({ id: uuid(), key: text() })),
    reference: nullable(text()),
    processorId: nullable(uuid()),
    note: nullable(text()),
    reason: nullable(text('Why it was rejected or reversed.')),
    flags: list(choice(ORDER_FLAGS), 'Why its merchant should look at it.'),
    createdAt: moment(),
    fulfilledAt: nullable(moment()),
  },
  'A listing that an end user wants or has.'
)
same<ReturnType<typeof toOrder>, Static<typeof OrderShape>>(true)
