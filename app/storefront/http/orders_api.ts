import { narrowed, oneOf } from '#http/api/narrowed'
import { answers, shape } from '#http/api/shapes'
import type { Entries } from '#http/api/route_entry'
import { limitValidator } from '#http/page'
import { OrderShape, OwnOrderShape } from './order_shape.js'
import type OrdersController from './orders_controller.js'
import {
  claimValidator,
  ordersValidator,
  rejectReasonValidator,
  reversalValidator,
  saleValidator,
} from './orders_input.js'

const { list, nextCursor, nullable, object, text } = shape
const TAG = { tag: 'Orders' }
const ONE = { order: OrderShape }
const OWN = { order: OwnOrderShape }
const CHECKOUT = { checkout: nullable(object({ url: text() })) }
const MANY_OWN = { orders: list(OwnOrderShape), nextCursor: nextCursor() }
const MANY = { orders: list(OrderShape), nextCursor: nextCursor() }

const shown = {
  ...TAG,
  summary: 'Read an order',
  success: answers<OrdersController['show']>()(ONE),
  refuses: ['NOT_FOUND'],
} as const

const TARGET = [
  'TARGET_LICENSE_REQUIRED',
  'LICENSE_NOT_FOUND',
  'LICENSE_NOT_OWNED',
  'LICENSE_INACTIVE',
] as const

const fields = {
  targetLicenseId: 'The license that a renewal, an upgrade or an addon acts on.',
  quantity: 'The number of licenses, for a listing that issues new licenses. Default: 1.',
}

/** The entries of orders in the API document. */
export const ORDERS_API = {
  'end_users.orders.own': {
    ...TAG,
    summary: 'List your orders',
    description: 'Newest first.',
    query: limitValidator,
    success: answers<OrdersController['own']>()(MANY_OWN),
  },
  'end_users.orders.claim': {
    ...TAG,
    summary: 'Order a listing',
    description:
      'A free order is fulfilled at once unless the fulfilment of the listing is manual. If the order needs a payment now, `checkout` has the payment page, and the order waits for the event of the payment processor.',
    body: claimValidator,
    fields: { ...fields, note: 'A note to the merchant.' },
    success: answers<OrdersController['claim']>(201)({ ...OWN, ...CHECKOUT }),
    refuses: [
      ...(['RATE_LIMITED', 'LISTING_NOT_FOUND', 'CONFLICT', 'BAD_REQUEST'] as const),
      ...TARGET,
      ...(['STAGING_BILLING_DISABLED', 'PROCESSOR_NOT_READY'] as const),
    ],
    example: { listingId: '01890a5d-ac96-774b-bcce-b302099a8057' },
  },
  'end_users.orders.own_one': {
    ...TAG,
    summary: 'Read your order',
    description: '`checkout` has the payment page while the order waits for payment.',
    success: answers<OrdersController['ownOne']>()({ ...OWN, ...CHECKOUT }),
    refuses: ['NOT_FOUND'],
  },
  'orders.index': {
    ...TAG,
    summary: 'List orders',
    description: 'Newest first.',
    query: ordersValidator,
    success: answers<OrdersController['index']>()(MANY),
  },
  'orders.store': {
    ...TAG,
    summary: 'Record a sale that was made elsewhere',
    description:
      'The order is fulfilled at once unless the fulfilment of the listing is manual. If no end user has the address `email`, a new end user is created.',
    body: narrowed(saleValidator, { allOf: [oneOf('endUserId', 'email')] }),
    fields: { ...fields, reference: 'The reference of the sale in the other system.' },
    success: answers<OrdersController['store']>(201)(ONE),
    refuses: [
      ...(['LISTING_NOT_FOUND', 'USER_NOT_FOUND', 'USER_BANNED', 'CONFLICT', 'BAD_REQUEST'] as const),
      ...TARGET,
    ],
    example: { listingId: '01890a5d-ac96-774b-bcce-b302099a8057', email: 'ada@example.com' },
  },
  'orders.show': shown,
  'orders.fulfil': {
    ...TAG,
    summary: 'Fulfil an order',
    description:
      'Issues the licenses or changes the target license. The end user gets an email with the license keys. While the payment of the order is disputed, the answer is CONFLICT.',
    success: answers<OrdersController['fulfil']>()(ONE),
    refuses: ['NOT_FOUND', 'CONFLICT', ...TARGET],
  },
  'orders.reject': {
    ...TAG,
    summary: 'Reject an order',
    body: rejectReasonValidator,
    success: answers<OrdersController['reject']>()(ONE),
    refuses: ['NOT_FOUND', 'CONFLICT'],
    example: { reason: 'Paid by mistake' },
  },
  'orders.reverse': {
    ...TAG,
    summary: 'Reverse a fulfilled order',
    description:
      'Revokes the licenses that the order issued, or removes what the order added to its target license.',
    body: reversalValidator,
    fields: { force: 'Reverses the order even if the license has changed since.' },
    success: answers<OrdersController['reverse']>()(ONE),
    refuses: ['NOT_FOUND', 'CONFLICT'],
    example: { reason: 'Refunded' },
  },
} satisfies Entries
