import { RECORDED_CHARGES } from './recorded_charges.js'
import { ORDER, RECORDED_STRIPE, type RecordedEvent } from './recorded_stripe_events.js'

/** Events in the form in which their processors send them, reduced to the fields that are read, with their meaning. */
export const RECORDED: RecordedEvent[] = [
  ...RECORDED_STRIPE,
  ...RECORDED_CHARGES,
  [
    'a transaction',
    'paddle',
    {
      ...{ event_id: 'evt_1', event_type: 'transaction.completed', occurred_at: '2030-01-01T00:00:00.000Z' },
      data: {
        ...{ id: 'txn_1', subscription_id: 'sub_1', origin: 'web', currency_code: 'EUR' },
        ...{
          custom_data: { order_id: ORDER, email: 'ada@example.com' },
          billing_period: { ends_at: '2030-02-01T00:00:00Z' },
        },
        items: [{ quantity: 3, price: { id: 'pri_1', product_id: 'pro_1' } }],
        details: { totals: { total: '1900', grand_total: '1900' } },
      },
    },
    {
      ...{ type: 'purchase.paid', ref: 'sub_1', aliases: ['txn_1'] },
      ...{ orderId: ORDER, email: 'ada@example.com' },
      ...{ providerRefs: ['pri_1', 'pro_1'], quantity: 3, amount: 1900, periodEnd: Date.UTC(2030, 1, 1) },
    },
  ],
  [
    'an approved refund',
    'paddle',
    {
      ...{ event_id: 'evt_2', event_type: 'adjustment.updated', occurred_at: '2030-01-01T00:00:00Z' },
      data: {
        action: 'refund',
        status: 'approved',
        type: 'full',
        transaction_id: 'txn_1',
        totals: { total: '1900' },
      },
    },
    { type: 'refund.full', ref: 'txn_1', amount: 1900 },
  ],
  ...(
    [
      ['chargeback', 'approved', 'dispute.opened'],
      ['chargeback', 'reversed', null],
      ['chargeback_reverse', 'approved', 'dispute.won'],
      ['refund', 'pending_approval', null],
    ] as const
  ).map(([action, status, type]): RecordedEvent => [
    `a ${action} that is ${status}`,
    'paddle',
    {
      ...{ event_id: 'evt_3', event_type: 'adjustment.updated', occurred_at: '2030-01-01T00:00:00Z' },
      data: { action, status, type: 'full', transaction_id: 'txn_1', totals: { total: '1900' } },
    },
    type && { type, ref: 'txn_1' },
  ]),
  [
    'a subscription whose next period begins',
    'paddle',
    {
      ...{ event_id: 'evt_4', event_type: 'subscription.updated', occurred_at: '2030-01-01T00:00:00Z' },
      data: {
        ...{ id: 'sub_1', status: 'active', items: [{ price: { id: 'pri_1' } }], scheduled_change: null },
        current_billing_period: { starts_at: '2030-01-01T00:00:00Z', ends_at: '2030-02-01T00:00:00Z' },
      },
    },
    { type: 'subscription.changed', ref: 'sub_1', providerRefs: ['pri_1'], periodEnd: null },
  ],
  [
    'a subscription that ends',
    'paddle',
    {
      ...{ event_id: 'evt_5', event_type: 'subscription.canceled', occurred_at: '2030-01-01T00:00:00Z' },
      data: {
        ...{ id: 'sub_1', status: 'canceled', items: [], current_billing_period: null },
        canceled_at: '2030-02-01T00:00:00Z',
      },
    },
    { type: 'subscription.ended', ref: 'sub_1', periodEnd: null },
  ],
  [
    'an order',
    'lemonsqueezy',
    {
      meta: { event_name: 'order_created', custom_data: { order_id: ORDER } },
      data: {
        ...{ type: 'orders', id: '1' },
        attributes: {
          ...{ status: 'paid', user_email: 'ada@example.com', total: 1900, currency: 'EUR' },
          ...{
            created_at: '2030-01-01T00:00:00.000000Z',
            first_order_item: { variant_id: 7, product_id: 8, quantity: 1 },
          },
        },
      },
    },
    {
      ...{ type: 'purchase.paid', ref: 'order:1', orderId: ORDER, providerRefs: ['7', '8'], amount: 1900 },
      ...{ email: 'ada@example.com', occurredAt: Date.UTC(2030, 0, 1) },
    },
  ],
  [
    'the subscription of an order',
    'lemonsqueezy',
    {
      meta: { event_name: 'subscription_created' },
      data: {
        ...{ type: 'subscriptions', id: '9' },
        attributes: {
          ...{ order_id: 1, variant_id: 7, product_id: 8, user_email: 'ada@example.com', status: 'active' },
          ...{ renews_at: '2030-02-01T00:00:00Z', ends_at: null },
          first_subscription_item: { id: 1, subscription_id: 9, price_id: 5, quantity: 3 },
        },
      },
    },
    {
      ...{ type: 'purchase.paid', ref: 'subscription:9', aliases: ['order:1'], subscription: true },
      ...{ periodEnd: Date.UTC(2030, 1, 1), quantity: 3 },
    },
  ],
  ...(
    [
      ['refunded', 'refund.full'],
      ['partial_refund', 'refund.partial'],
    ] as const
  ).map(([status, type]): RecordedEvent => [
    `a payment of a subscription with the status ${status}`,
    'lemonsqueezy',
    {
      meta: { event_name: 'subscription_payment_refunded' },
      data: {
        ...{ type: 'subscription-invoices', id: '4' },
        attributes: { subscription_id: 9, status, created_at: '2030-01-01T00:00:00Z' },
      },
    },
    {
      ...{ type, ref: 'subscription:9', aliases: ['invoice:4'], subscription: true },
      paidAt: Date.UTC(2030, 0, 1),
    },
  ]),
  ...(
    [
      [{ status: 'refunded', refunded_amount: 1900, refunded_tax_amount: 361 }, 'refund.full'],
      [{ status: 'partially_refunded', refunded_amount: 950, refunded_tax_amount: 180 }, 'refund.partial'],
      [{ refunded_amount: 1900, refunded_tax_amount: 361 }, 'refund.full'],
      [{ refunded_amount: 1900, refunded_tax_amount: 0 }, 'refund.partial'],
    ] as const
  ).map(([back, type]): RecordedEvent => [
    `an order with tax of which ${back.refunded_amount} and ${back.refunded_tax_amount} went back`,
    'polar',
    {
      ...{ type: 'order.refunded', timestamp: '2030-01-01T00:00:00Z' },
      data: { id: 'o1', net_amount: 1900, tax_amount: 361, total_amount: 2261, currency: 'usd', ...back },
    },
    { type, ref: 'o1', amount: 2261 },
  ]),
  [
    'an order of a subscription',
    'polar',
    {
      ...{ type: 'order.paid', timestamp: '2030-01-01T00:00:00Z' },
      data: {
        ...{ id: 'o1', subscription_id: 's1', product_id: 'p1', product_price_id: 'pp1', total_amount: 1900 },
        ...{ currency: 'usd', billing_reason: 'subscription_create', metadata: { reference_id: ORDER } },
        ...{
          customer: { email: 'ada@example.com' },
          subscription: { current_period_end: '2030-02-01T00:00:00Z' },
        },
      },
    },
    {
      ...{ type: 'purchase.paid', ref: 's1', aliases: ['o1'], orderId: ORDER, providerRefs: ['pp1', 'p1'] },
      ...{ periodEnd: Date.UTC(2030, 1, 1), amount: 1900, currency: 'USD' },
    },
  ],
  [
    'an order with seats and an item for each price',
    'polar',
    {
      ...{ type: 'order.paid', timestamp: '2030-01-01T00:00:00Z' },
      data: {
        ...{
          id: 'o1',
          subscription_id: null,
          product_id: 'p1',
          total_amount: 5700,
          currency: 'usd',
          seats: 3,
        },
        ...{ billing_reason: 'purchase', customer: { email: 'ada@example.com' } },
        items: [{ product_price_id: 'pp1', amount: 5700 }, { product_price_id: null }],
      },
    },
    { type: 'purchase.paid', ref: 'o1', providerRefs: ['pp1', 'p1'], quantity: 3 },
  ],
  [
    'a subscription with another price',
    'polar',
    {
      ...{ type: 'subscription.updated', timestamp: '2030-01-01T00:00:00Z' },
      data: { id: 's1', status: 'active', product_id: 'p1', prices: [{ id: 'pp2' }] },
    },
    { type: 'subscription.changed', ref: 's1', providerRefs: ['pp2', 'p1'] },
  ],
  ...(['active', 'past_due'] as const).map((status): RecordedEvent => [
    `a subscription that is ${status}, whose next period begins`,
    'polar',
    subscriptionOf('subscription.updated', status),
    { type: 'subscription.changed', ref: 's1', providerRefs: ['p1'], periodEnd: null },
  ]),
  ...(['unpaid', 'canceled'] as const).map((status): RecordedEvent => [
    `a subscription that ends ${status}`,
    'polar',
    subscriptionOf('subscription.revoked', status),
    { type: 'subscription.ended', periodEnd: status === 'unpaid' ? null : Date.UTC(2030, 1, 1) },
  ]),
  [
    'an event in the own form',
    'standard',
    {
      ...{ type: 'purchase.paid', id: 'e1', occurredAt: '2030-01-01T00:00:00Z' },
      data: {
        ref: 'pay_1',
        subscription: 'sub_1',
        providerRef: 'x',
        customer: { email: 'ada@example.com' },
        amount: 5,
      },
    },
    {
      type: 'purchase.paid',
      ref: 'sub_1',
      aliases: ['pay_1'],
      providerRefs: ['x'],
      amount: 5,
      subscription: true,
    },
  ],
  ['something else', 'standard', { type: 'hello', id: 'e2', data: { ref: 'x' } }, null],
]

function subscriptionOf(type: string, status: string) {
  const data = { id: 's1', status, product_id: 'p1', current_period_end: '2030-02-01T00:00:00Z' }
  return { type, timestamp: '2030-01-01T00:00:00Z', data }
}
