import { deliveryHeaders, PREFIX, signingKeysOf } from '#webhooks/engine/delivery_headers'
import { body, NOW } from './given.js'

const secretOf = (byte: number) => PREFIX + Buffer.alloc(32, byte).toString('base64')
const SECRET = secretOf(1)
const NEW_SECRET = secretOf(2)
const ID = '0192f0c1-0000-7000-8000-0000000000de'

/** A received delivery, the receiver's secret, and the time on the receiver's clock. */
type Received = {
  secret: string
  now: number
  id: string
  timestamp: string
  signature: string
  body: string
}

const THIN = body({
  event: 'license.revoked',
  data: { licenseId: '0192f0c1-0000-7000-8000-0000000000aa' },
  timestamp: '2026-01-01T00:00:00.000Z',
})
const FULL = body({ event: 'license.updated', data: { license: { metadata: { owner: 'Žofie 雪 🗝' } } } })

/** A delivery that the service signs with these secrets, for a receiver that holds `secret`. */
function delivery(secrets = [SECRET], text = THIN, secret = SECRET): Received {
  const headers = deliveryHeaders(
    { id: ID, event: 'license.revoked', body: text, keys: secrets.map(signingKeysOf) },
    NOW * 1000
  )
  return {
    secret,
    now: NOW,
    id: headers['webhook-id'],
    timestamp: headers['webhook-timestamp'],
    signature: headers['webhook-signature'],
    body: text,
  }
}

const GENUINE: Record<string, Received> = {
  'a delivery': delivery(),
  'bytes beyond ASCII': delivery([SECRET], FULL),
  'empty body': delivery([SECRET], ''),
  'after a rotation, to a receiver with the old secret': delivery([NEW_SECRET, SECRET]),
  'after a rotation, to a receiver with the new secret': delivery([NEW_SECRET, SECRET], THIN, NEW_SECRET),
  'five minutes old': { ...delivery(), now: NOW + 300 },
  'five minutes early': { ...delivery(), now: NOW - 300 },
  'beside a signature of a later version': { ...delivery(), signature: `v2,abc ${delivery().signature}` },
}

const FORGED: Record<string, Received> = {
  'the body was changed': { ...delivery(), body: THIN.replace('revoked', 'created') },
  'one byte was added to the body': { ...delivery(), body: `${THIN} ` },
  'another id': { ...delivery(), id: ID.replace('de', 'df') },
  'another timestamp': { ...delivery(), timestamp: String(NOW + 1) },
  'more than five minutes old': { ...delivery(), now: NOW + 301 },
  'more than five minutes early': { ...delivery(), now: NOW - 301 },
  'a timestamp that is no number': { ...delivery(), timestamp: 'soon' },
  'without a timestamp': { ...delivery(), timestamp: '' },
  'signed with another secret': delivery([NEW_SECRET]),
  'without a signature': { ...delivery(), signature: '' },
  'a version without a signature': { ...delivery(), signature: 'v1,' },
  'a signature cut short': { ...delivery(), signature: delivery().signature.slice(0, -8) },
  'a signature that is no base64': { ...delivery(), signature: `v1,${'!'.repeat(44)}` },
  'the signature under another version': {
    ...delivery(),
    signature: delivery().signature.replace('v1', 'v2'),
  },
}

/** Deliveries that a receiver must accept, and those that it must refuse. */
export function webhooks() {
  const listed = (those: Record<string, Received>, genuine: boolean) =>
    Object.entries(those).map(([name, one]) => ({ name, genuine, ...one }))
  return [...listed(GENUINE, true), ...listed(FORGED, false)]
}
