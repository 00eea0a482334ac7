import type { NormalEvent } from '#storefront/rules/normal_event'
import type { Provider } from '#storefront/rules/processor'

/** A title, the sender, the event, and its meaning. */
export type RecordedEvent = [string, Provider, object, Partial<NormalEvent> | null]

export const ORDER = '01890a5d-ac96-774b-bcce-b302099a8057'

const PRICE = { id: 'price_9', product: 'p' }

/** A subscription with one item whose period ends at 5. */
function updated(status: string, previous: object, details: object = {}) {
  const items = { data: [{ current_period_end: 5, price: PRICE }] }
  const object = { id: 'sub_1', status, items, cancellation_details: details }
  const data = { object, previous_attributes: previous }
  return { id: 'evt_8', type: 'customer.subscription.updated', created: 1, data }
}

/** Events in the form in which Stripe sends them, reduced to the fields that are read, with their meaning. */
export const RECORDED_STRIPE: RecordedEvent[] = [
  [
    'a paid checkout',
    'stripe',
    {
      ...{ id: 'evt_1', type: 'checkout.session.completed', created: 1_900_000_000, livemode: false },
      data: {
        object: {
          ...{ id: 'cs_1', object: 'checkout.session', mode: 'payment', payment_status: 'paid' },
          ...{ payment_intent: 'pi_1', invoice: null, subscription: null, client_reference_id: ORDER },
          ...{ amount_total: 1900, currency: 'eur', payment_link: 'plink_1', metadata: { quantity: '5' } },
          ...{ customer_details: { email: 'Ada@Example.com', name: 'Ada' }, customer_email: null },
        },
      },
    },
    {
      ...{
        type: 'purchase.paid',
        ref: 'pi_1',
        aliases: ['pi_1', 'cs_1'],
        subscription: false,
        orderId: ORDER,
      },
      ...{ providerRefs: ['plink_1'], email: 'ada@example.com', amount: 1900, currency: 'EUR' },
      quantity: 5,
      occurredAt: 1_900_000_000_000,
    },
  ],
  [
    'a checkout that is not paid yet',
    'stripe',
    {
      ...{ id: 'evt_2', type: 'checkout.session.completed', created: 1 },
      data: { object: { id: 'cs_1', payment_status: 'unpaid' } },
    },
    null,
  ],
  [
    'a checkout that only saves a card',
    'stripe',
    {
      ...{ id: 'evt_2', type: 'checkout.session.completed', created: 1 },
      data: {
        object: { id: 'cs_1', mode: 'setup', payment_status: 'no_payment_required', payment_link: 'plink_1' },
      },
    },
    null,
  ],
  [
    'the next invoice of a subscription',
    'stripe',
    {
      ...{ id: 'evt_3', type: 'invoice.paid', created: 1 },
      data: {
        object: {
          ...{ id: 'in_2', billing_reason: 'subscription_cycle', customer_email: 'ada@example.com' },
          ...{ amount_paid: 900, currency: 'usd', lines: { data: [lineOfInvoice()] } },
          parent: { subscription_details: { subscription: 'sub_1', metadata: {} } },
        },
      },
    },
    {
      ...{ type: 'subscription.renewed', ref: 'sub_1', aliases: ['in_2'], subscription: true },
      ...{ providerRefs: ['price_1', 'prod_1'], periodEnd: 1_902_592_000_000, amount: 900, currency: 'USD' },
    },
  ],
  [
    'an older shape of the first invoice',
    'stripe',
    {
      ...{ id: 'evt_4', type: 'invoice.paid', created: 1 },
      data: {
        object: {
          ...{
            id: 'in_1',
            subscription: 'sub_1',
            payment_intent: 'pi_9',
            billing_reason: 'subscription_create',
          },
          ...{ customer_email: 'ada@example.com', amount_paid: 900, currency: 'usd' },
          lines: {
            data: [
              { quantity: 2, period: { end: 1_900_000_000 }, price: { id: 'price_1', product: 'prod_1' } },
            ],
          },
        },
      },
    },
    {
      type: 'purchase.paid',
      ref: 'sub_1',
      aliases: ['in_1', 'pi_9'],
      quantity: 2,
      providerRefs: ['price_1', 'prod_1'],
    },
  ],
  [
    'which payment was for which invoice',
    'stripe',
    {
      ...{ id: 'evt_9', type: 'invoice_payment.paid', created: 1 },
      data: {
        object: {
          ...{ id: 'inpay_1', object: 'invoice_payment', invoice: 'in_1', status: 'paid', amount_paid: 900 },
          payment: { type: 'payment_intent', payment_intent: 'pi_1' },
        },
      },
    },
    { type: 'purchase.paid', ref: 'in_1', aliases: ['pi_1'], subscription: false, email: null, amount: null },
  ],
  [
    'a subscription with another price',
    'stripe',
    {
      ...{ id: 'evt_5', type: 'customer.subscription.updated', created: 1 },
      data: {
        object: {
          id: 'sub_1',
          items: { data: [{ current_period_end: 5, price: { id: 'price_9', product: 'p' } }] },
        },
        previous_attributes: { items: {} },
      },
    },
    { type: 'subscription.changed', ref: 'sub_1', providerRefs: ['price_9', 'p'], periodEnd: 5000 },
  ],
  [
    'a subscription whose next period begins, unpaid',
    'stripe',
    updated('active', { items: { data: [{ current_period_end: 4, price: PRICE }] }, latest_invoice: 'in_1' }),
    null,
  ],
  [
    'a subscription whose next period nobody pays for',
    'stripe',
    updated('past_due', { status: 'active', items: { data: [{ current_period_end: 4, price: PRICE }] } }),
    { type: 'subscription.past_due', ref: 'sub_1', periodEnd: null },
  ],
  [
    'another price that is not paid for',
    'stripe',
    updated('past_due', { items: { data: [{ current_period_end: 4, price: { id: 'price_1' } }] } }),
    { type: 'subscription.changed', providerRefs: ['price_9', 'p'], periodEnd: null },
  ],
  [
    'the end of a subscription for which nobody has paid',
    'stripe',
    {
      ...updated('canceled', {}, { reason: 'payment_failed' }),
      type: 'customer.subscription.deleted',
    },
    { type: 'subscription.ended', ref: 'sub_1', periodEnd: null, reason: 'payment_failed' },
  ],
  [
    'the end of a subscription that was canceled',
    'stripe',
    {
      ...updated('canceled', {}, { reason: 'cancellation_requested' }),
      type: 'customer.subscription.deleted',
    },
    { type: 'subscription.ended', ref: 'sub_1', periodEnd: 5000 },
  ],
  [
    'a refund of all',
    'stripe',
    {
      ...{ id: 'evt_6', type: 'charge.refunded', created: 1 },
      data: {
        object: {
          id: 'ch_1',
          payment_intent: 'pi_1',
          refunded: true,
          amount_refunded: 1900,
          currency: 'eur',
        },
      },
    },
    { type: 'refund.full', ref: 'pi_1', aliases: ['ch_1'], amount: 1900 },
  ],
  [
    'a dispute that is lost',
    'stripe',
    {
      ...{ id: 'evt_7', type: 'charge.dispute.closed', created: 1 },
      data: {
        object: { id: 'dp_1', charge: 'ch_1', payment_intent: 'pi_1', status: 'lost', reason: 'fraudulent' },
      },
    },
    { type: 'dispute.lost', ref: 'pi_1', reason: 'fraudulent' },
  ],
]

function lineOfInvoice() {
  return {
    ...{ quantity: 1, period: { start: 1_900_000_000, end: 1_902_592_000 } },
    pricing: { price_details: { price: 'price_1', product: 'prod_1' }, type: 'price_details' },
  }
}
