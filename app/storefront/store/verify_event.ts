import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Millis } from '#kernel/time/millis'
import type { Provider } from '#storefront/rules/processor'

/** The result of a signature check (contract/10-storefront#106-processor-events). `old`: its time differs too much. */
export type EventSignature = 'good' | 'missing' | 'wrong' | 'old'

/** Reads a header of the request. */
export type HeaderOf = (name: string) => string | undefined

/** The maximum difference between the signed time of an event and now. Milliseconds. */
const TOLERANCE = 300_000

/** The signed content, the time of the signature (null if it has none), and all signatures that were sent. */
type Sent = { content: Buffer; at: Millis | null; signatures: Buffer[] }

/**
 * Checks the signature of the received bytes with each secret, in constant time. During a rotation the processor may
 * send several signatures, and the merchant may have two secrets. One match is enough.
 */
export function verifyEvent(
  provider: Provider,
  header: HeaderOf,
  body: Buffer,
  secrets: readonly string[],
  now: Millis
): EventSignature {
  const sent = SENT[provider](header, body)
  if (!sent) return 'missing'
  const keys = secrets.flatMap((secret) => keysOf(provider, secret))
  const expected = keys.map((key) => createHmac('sha256', key).update(sent.content).digest())
  // Compare all pairs without an early exit, so that the timing does not reveal which one matched.
  const matches = expected.flatMap((one) => sent.signatures.map((other) => isSame(one, other)))
  if (!matches.includes(true)) return 'wrong'
  if (sent.at !== null && Math.abs(now - sent.at) > TOLERANCE) return 'old'
  return 'good'
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

const SENT: Record<Provider, (header: HeaderOf, body: Buffer) => Sent | null> = {
  stripe: (header, body) => timed(header('stripe-signature'), ',', 't', 'v1', '.', body),
  paddle: (header, body) => timed(header('paddle-signature'), ';', 'ts', 'h1', ':', body),
  lemonsqueezy: (header, body) => {
    const signature = header('x-signature')
    return signature ? { content: body, at: null, signatures: [Buffer.from(signature, 'hex')] } : null
  },
  polar: standard,
  standard,
}

/** Reads a header such as `t=...,v1=...,v1=...`: the time in seconds, and signatures in hexadecimal. */
function timed(
  sent: string | undefined,
  separator: string,
  moment: string,
  version: string,
  joint: string,
  body: Buffer
): Sent | null {
  if (!sent) return null
  const parts = sent.split(separator).map((part) => part.trim().split('=', 2))
  const at = parts.find(([name]) => name === moment)?.[1] ?? ''
  const signatures = parts
    .filter(([name]) => name === version)
    .map(([, value = '']) => Buffer.from(value, 'hex'))
  if (!/^\d{1,12}$/.test(at)) return { content: body, at: 0, signatures: [] }
  return { content: Buffer.concat([Buffer.from(at + joint), body]), at: Number(at) * 1000, signatures }
}

/** Reads the headers of Standard Webhooks. `webhook-signature` is a list of `v1,base64`, separated by spaces. */
function standard(header: HeaderOf, body: Buffer): Sent | null {
  const [id, at, sent] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')]
  if (!id || !at || !sent) return null
  const signatures = sent
    .split(' ')
    .map((one) => one.split(',', 2))
    .filter(([version]) => version === 'v1')
    .map(([, value = '']) => Buffer.from(value, 'base64'))
  if (!/^\d{1,12}$/.test(at)) return { content: body, at: 0, signatures: [] }
  return { content: Buffer.concat([Buffer.from(`${id}.${at}.`), body]), at: Number(at) * 1000, signatures }
}

/** Returns whether events can be signed with this secret: `whsec_` and nothing that base64 can decode is no key. */
export function isUsableSecret(provider: Provider, secret: string): boolean {
  return keysOf(provider, secret).length > 0
}

/** Secrets of Standard Webhooks are base64 after `whsec_`. Polar may also sign with the text of the secret itself. */
function keysOf(provider: Provider, secret: string): Buffer[] {
  const plain = Buffer.from(secret)
  if (provider !== 'standard' && provider !== 'polar') return [plain]
  const decoded = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const keys = decoded.length > 0 ? [decoded] : []
  return provider === 'polar' ? [plain, ...keys] : keys
}
