import { ORDER, type RecordedEvent } from './recorded_stripe_events.js'

const PRICE = { id: 'price_9', product: 'p' }

/** Events of payments between the periods of a subscription, with their meaning. */
export const RECORDED_CHARGES: RecordedEvent[] = [
  [
    'a one-time charge to a subscription',
    'paddle',
    {
      ...{ event_id: 'evt_1', event_type: 'transaction.completed', occurred_at: '2030-01-01T00:00:00.000Z' },
      data: {
        ...{ id: 'txn_2', subscription_id: 'sub_1', origin: 'subscription_charge', currency_code: 'EUR' },
        custom_data: { order_id: ORDER, listing_id: ORDER, license_id: ORDER, email: 'ada@example.com' },
        billing_period: { ends_at: '2030-02-01T00:00:00Z' },
        items: [{ quantity: 1, price: { id: 'pri_2', product_id: 'pro_2' } }],
        details: { totals: { grand_total: '5000' } },
      },
    },
    {
      ...{ type: 'purchase.paid', ref: 'txn_2', aliases: [], payer: 'sub_1', subscription: false },
      ...{ orderId: null, listingId: null, licenseId: ORDER, email: 'ada@example.com' },
      ...{ providerRefs: ['pri_2', 'pro_2'], periodEnd: null, amount: 5000 },
    },
  ],
  ...(['paid', 'payment_failed'] as const).map((outcome): RecordedEvent => [
    `an invoice by hand to a subscription, ${outcome}`,
    'stripe',
    {
      ...{ id: 'evt_4', type: `invoice.${outcome}`, created: 1 },
      data: {
        object: {
          ...{ id: 'in_3', subscription: 'sub_1', payment_intent: 'pi_3', billing_reason: 'manual' },
          ...{ customer_email: 'ada@example.com', amount_paid: 700, currency: 'usd' },
          subscription_details: { metadata: { order_id: ORDER, license_id: ORDER } },
          lines: {
            data: [
              { type: 'subscription', quantity: 1, price: PRICE },
              { type: 'invoiceitem', proration: true, quantity: 1, price: PRICE },
              { type: 'invoiceitem', proration: false, quantity: 2, price: { id: 'price_2', product: 'q' } },
            ],
          },
        },
      },
    },
    outcome === 'payment_failed'
      ? null
      : {
          ...{ type: 'purchase.paid', ref: 'in_3', aliases: ['pi_3'], payer: 'sub_1', subscription: false },
          ...{ orderId: null, licenseId: ORDER, email: 'ada@example.com', providerRefs: ['price_2', 'q'] },
          ...{ quantity: 2, periodEnd: null, amount: 700 },
        },
  ]),
  [
    'an invoice by hand without a subscription',
    'stripe',
    {
      ...{ id: 'evt_4', type: 'invoice.paid', created: 1 },
      data: {
        object: { id: 'in_3', billing_reason: 'manual', lines: { data: [{ quantity: 1, price: PRICE }] } },
      },
    },
    null,
  ],
]
