import { base64ToBytes, utf8 } from '../core/bytes.js'
import { LatchkeyError } from '../errors.js'
import type { WebhookEvent } from './events.js'

export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>

export type VerifyOptions = {
  /** The maximum difference in seconds between the delivery's time and this clock; 300 by default. */
  toleranceSeconds?: number
  /** Returns Unix milliseconds; `Date.now` by default. */
  now?: () => number
}

const TOLERANCE = 300
const PREFIX = 'whsec_'

/**
 * Verifies a delivery by its Standard Webhooks headers (contract#delivery-headers) and parses it. `body` is the body
 * exactly as received; `secrets` is the endpoint's secret, or the new and the old one during a rotation.
 * @throws LatchkeyError FORGED_WEBHOOK
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE, now = Date.now }: VerifyOptions = {}
): Promise<WebhookEvent> {
  const [deliveryId, seconds, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`)
  )
  if (!deliveryId || !signatures || !/^\d+$/.test(seconds)) throw forged('the webhook-* headers are missing')
  if (Math.abs(now() / 1000 - Number(seconds)) > toleranceSeconds)
    throw forged('it is too old, or of the future')
  const bytes = typeof body === 'string' ? utf8(body) : body
  const head = utf8(`${deliveryId}.${seconds}.`)
  const signed = new Uint8Array(head.length + bytes.length)
  signed.set(head)
  signed.set(bytes, head.length)
  if (!(await isSigned(signed, signatures, [secrets].flat()))) throw forged('no signature fits')
  const { event, data, timestamp } = JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
  return { event, data, timestamp, deliveryId } as WebhookEvent
}

/** Whether one of the secrets made one of the signatures; WebCrypto compares in constant time. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, signatures: string, secrets: string[]) {
  const sent = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => base64ToBytes(one.slice('v1,'.length)))
  for (const secret of secrets) {
    const bytes = base64ToBytes(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
    if (!bytes?.length) throw new TypeError('The secret of a webhook endpoint begins with whsec_')
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ])
    for (const signature of sent) {
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true
    }
  }
  return false
}

function headerOf(headers: WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1] ?? ''
  return typeof found === 'string' ? found : found.join(' ')
}

function forged(why: string): LatchkeyError {
  return new LatchkeyError('FORGED_WEBHOOK', `The webhook is not genuine: ${why}`)
}
