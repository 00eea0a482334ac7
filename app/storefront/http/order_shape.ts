import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import { LISTING_KINDS } from '#storefront/rules/listing'
import { ORDER_FLAGS, ORDER_SOURCES, ORDER_STATES } from '#storefront/rules/order'
import type { toOrder, toOwnOrder } from './order_transformer.js'
import { listingSettings } from './storefront_shape.js'

const { choice, flag, list, moment, named, nullable, number, object, text, uuid, whole } = shape

const fields = {
  id: uuid(),
  number: whole('The number of the order in its org, from 1.'),
  state: choice(ORDER_STATES),
  source: choice(
    ORDER_SOURCES,
    'The origin of the order: an end user, the merchant, or an event of a payment processor.'
  ),
  listing: object(
    { id: uuid(), productId: uuid(), kind: choice(LISTING_KINDS), ...listingSettings },
    'A copy of the listing from the time of the order.'
  ),
  quantity: whole(),
  amount: nullable(number('The amount in the smallest unit of the currency.')),
  currency: nullable(text()),
  endUserId: uuid(),
  targetLicenseId: nullable(uuid('The license that a renewal, an upgrade or an addon acts on.')),
  licenses: list(object({ id: uuid(), key: text() })),
  reference: nullable(text()),
  processorId: nullable(uuid()),
  note: nullable(text()),
  reason: nullable(text('The reason for the rejection or the reversal. The end user reads it too.')),
  flags: list(
    choice(ORDER_FLAGS),
    'The reasons why the merchant should check the order, for example `claimed_otherwise`: its payment may be for another listing, end user or license. End users get none.'
  ),
  createdAt: moment(),
  fulfilledAt: nullable(moment()),
}

/** An order (contract/10-storefront#105-orders). */
export const OrderShape = named('Order', fields, 'An order of a listing by or for an end user.')
same<ReturnType<typeof toOrder>, Static<typeof OrderShape>>(true)

/** An order as its end user sees it: the id of a processor is where its events are sent. */
export const OwnOrderShape = named(
  'OwnOrder',
  {
    ...fields,
    processorId: nullable(uuid('Always null for end users.')),
    paid: flag('Whether a payment processor has reported a payment for the order.'),
  },
  'An order of the end user.'
)
same<ReturnType<typeof toOwnOrder>, Static<typeof OwnOrderShape>>(true)
