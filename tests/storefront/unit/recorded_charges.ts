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
  ...(
    [
      ['an update that begins a period', 'update', [true, 30], [false, 60], false],
      ['an update within a period', 'update', [true, 30], [true, 30], true],
      ['an update with a credit to a later end', 'update', [true, 60], [false, 30], true],
      ['a threshold', 'threshold', [false, 20], [false, 20], true],
      ['a period with prorations', 'cycle', [true, 30], [false, 60], false],
    ] as const
  ).map(([title, reason, one, other, proration]): RecordedEvent => {
    const lines = [one, other].map(([prorated, end]) => ({
      proration: prorated,
      period: { end },
      price: PRICE,
    }))
    const object = { id: 'in_4', subscription: 'sub_1', billing_reason: `subscription_${reason}` }
    return [
      `the invoice of ${title}`,
      'stripe',
      {
        id: 'evt_4',
        type: 'invoice.paid',
        created: 1,
        data: { object: { ...object, lines: { data: lines } } },
      },
      { type: 'subscription.renewed', periodEnd: 1000 * Math.max(one[1], other[1]), proration },
    ]
  }),
  [
    'the refund of an order of a change',
    'polar',
    {
      ...{ type: 'order.refunded', timestamp: '2030-01-01T00:00:00Z' },
      data: { id: 'o2', subscription_id: 's1', billing_reason: 'subscription_update', status: 'refunded' },
    },
    { type: 'refund.full', ref: 'o2', proration: false },
  ],
  [
    'the refund of a payment for a change',
    'lemonsqueezy',
    {
      meta: { event_name: 'subscription_payment_refunded' },
      data: { id: '4', attributes: { subscription_id: 9, status: 'refunded', billing_reason: 'updated' } },
    },
    { type: 'refund.partial', ref: 'subscription:9' },
  ],
]
