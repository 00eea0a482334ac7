import { createHmac, timingSafeEqual } from 'node:crypto'
import { Paddle } from '@paddle/paddle-node-sdk'
import { webhooks as polar } from '@polar-sh/sdk/2026-04'
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import app from '@adonisjs/core/services/app'
import DrainEvents from '#storefront/actions/drain_events'
import { newId } from '#kernel/secrets/ids'
import type { Provider } from '#storefront/rules/processor'
import { BASE } from './http.js'
import { call, type Answer } from './api.js'
import type { Merchant } from './merchant.js'
import { shopPath } from './shops.js'

const stripe = new Stripe('sk_test_none')
const paddle = new Paddle('none')

/** The secret of every processor in tests: base64 after a prefix, as Standard Webhooks requires. */
export const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`

type Headers = Record<string, string>

/** The headers of an event as its processor signs it; `at` is in milliseconds. */
export function signedBy(
  provider: Provider,
  body: string,
  secret = SECRET,
  at = Date.now(),
  id = newId()
): Headers {
  const seconds = Math.floor(at / 1000)
  if (provider === 'stripe') {
    const options = { payload: body, secret, timestamp: seconds }
    return { 'stripe-signature': stripe.webhooks.generateTestHeaderString(options) }
  }
  if (provider === 'paddle') {
    const h1 = createHmac('sha256', secret).update(`${seconds}:${body}`).digest('hex')
    return { 'paddle-signature': `ts=${seconds};h1=${h1}` }
  }
  if (provider === 'lemonsqueezy') {
    return { 'x-signature': createHmac('sha256', secret).update(body).digest('hex') }
  }
  return {
    ...{ 'webhook-id': id, 'webhook-timestamp': String(seconds) },
    'webhook-signature': new Webhook(secret).sign(id, new Date(at), body),
  }
}

/**
 * Verifies such headers with the processor's own library. The library of Lemon Squeezy verifies nothing, so this uses
 * the lines that its documentation prints.
 */
export async function isGoodFor(
  provider: Provider,
  body: string,
  headers: Headers,
  secret = SECRET
): Promise<boolean> {
  try {
    if (provider === 'stripe') stripe.webhooks.constructEvent(body, headers['stripe-signature'], secret)
    if (provider === 'paddle') {
      return await paddle.webhooks.isSignatureValid(body, secret, headers['paddle-signature'])
    }
    if (provider === 'polar') await polar.validateEvent(body, headers, secret)
    if (provider === 'lemonsqueezy') {
      const digest = createHmac('sha256', secret).update(body).digest('hex')
      return timingSafeEqual(Buffer.from(digest, 'utf8'), Buffer.from(headers['x-signature'], 'utf8'))
    }
    if (provider === 'standard') new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

/** Connects a processor of a merchant. */
export async function connect(merchant: Merchant, provider: Provider = 'standard', secret = SECRET) {
  const body = { provider, name: provider, secret }
  const { token } = merchant
  const made = await call('POST', `${shopPath(merchant)}/processors`, { token, body })
  return made.body.data.processor as { id: string; state: string; inboundUrl: string }
}

/** Sends an event unchanged, with these headers. */
export async function post(processorId: string, body: string, headers: Headers): Promise<Answer> {
  const response = await fetch(`${BASE}/v1/processors/${processorId}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  }
}

/** Processes all due events, as the worker does. */
export async function drain(now: () => number = Date.now) {
  const events = await app.container.make(DrainEvents)
  while (!(await events.execute(undefined, now)).finished);
}

/** Sends a signed event in the service's own format. */
export function tell(
  processorId: string,
  type: string,
  data: object,
  id: string = newId(),
  occurredAt = new Date().toISOString()
): Promise<Answer> {
  const body = JSON.stringify({ type, id, occurredAt, data })
  return post(processorId, body, signedBy('standard', body, SECRET, Date.now(), id))
}
