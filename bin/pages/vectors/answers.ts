import { responseString } from '#kernel/signing/canonical_string'
import type { TextSigner } from '#kernel/signing/response_signer'
import { AUTHORIZE, body, keyOf, NONCE, NOW, RELEASE, sha256, type VectorKey } from './given.js'

const pinned = keyOf(7)
const spare = keyOf(8)
const stranger = keyOf(9)

/** The keys that a client pins for these vectors: the current signing key and the next one. */
export const pinnedKeys: VectorKey[] = [pinned.key, spare.key]

/** A received response, and the request that it must belong to. A request without a nonce asks for version 1. */
type Answer = {
  method: string
  path: string
  nonce: string | null
  now: number
  body: string
  version: string
  kid: string
  timestamp: string
  bodySha256: string
  answerNonce: string | null
  signature: string
}

const DENIED = body({
  ok: false,
  allow: false,
  reasonCode: 'LICENSE_EXPIRED',
  message: 'The license has expired',
})
const ALLOWED = body({
  ok: true,
  allow: true,
  effectiveExpiresAt: null,
  data: { allow: true, metadata: { owner: 'Žofie 雪 🗝', note: 'line\nfeed' } },
})

type Signed = { text?: string; nonce?: string | null; path?: string; timestamp?: number }

/** A response that the service signs with this key. */
function answer(
  { text = DENIED, nonce = NONCE, path = AUTHORIZE, timestamp = NOW }: Signed = {},
  by = pinned
): Answer {
  const signed = { timestamp: String(timestamp), method: 'POST', path, bodySha256: sha256(text) }
  const { kid } = by.key
  const signature = signatureOf(signed, nonce, by.sign)
  const version = nonce === null ? '1' : '2'
  return { ...signed, nonce, now: NOW, body: text, version, kid, answerNonce: nonce, signature }
}

function signatureOf(signed: Parameters<typeof responseString>[0], nonce: string | null, sign: TextSigner) {
  return sign(responseString(signed, nonce))
}

const GENUINE: Record<string, Answer> = {
  'version 2, a denial': answer(),
  'version 2, bytes beyond ASCII': answer({ text: ALLOWED }),
  'version 2, empty body': answer({ text: '' }),
  'version 2, release': answer({ path: RELEASE, text: '{"ok":true,"data":{"id":"a"}}' }),
  'version 2, the other pinned key': answer({ text: ALLOWED }, spare),
  'version 2, a clock that is a day off: the nonce makes it fresh': answer({ timestamp: NOW - 86_400 }),
  'version 1, to a request without a nonce': answer({ nonce: null }),
  'version 1, just in time': answer({ nonce: null, timestamp: NOW - 300 }),
}

const OTHER_NONCE = 'another_nonce_of_another_request'

const FORGED: Record<string, Answer> = {
  'the body was changed': { ...answer(), body: ALLOWED },
  'the body and its hash were changed': { ...answer(), body: ALLOWED, bodySha256: sha256(ALLOWED) },
  'the hash is of another body': { ...answer(), bodySha256: sha256(ALLOWED) },
  'one byte was added to the body': { ...answer(), body: `${DENIED}\n` },
  'the timestamp was changed': { ...answer(), timestamp: String(NOW + 1) },
  'the answer to another request': { ...answer({ nonce: OTHER_NONCE }), nonce: NONCE },
  'the nonce was changed to that of the request': {
    ...answer({ nonce: OTHER_NONCE }),
    nonce: NONCE,
    answerNonce: NONCE,
  },
  'the answer of another route': { ...answer({ path: RELEASE }), path: AUTHORIZE },
  'the answer to another method': { ...answer(), method: 'GET' },
  'signed with a key that is not pinned': answer({ text: ALLOWED }, stranger),
  'signed with a key that is not pinned, under the id of one that is': {
    ...answer({ text: ALLOWED }, stranger),
    kid: pinned.key.kid,
  },
  'under the id of the other pinned key': { ...answer(), kid: spare.key.kid },
  'without the id of a key': { ...answer(), kid: '' },
  'without a signature': { ...answer(), signature: '' },
  'a signature cut short': { ...answer(), signature: answer().signature.slice(0, 64) },
  'a signature that is no base64url': { ...answer(), signature: '!'.repeat(86) },
  'a signature of zeros': { ...answer(), signature: 'A'.repeat(86) },
  'a signature with the order of the group added': { ...answer(), signature: malleated(answer().signature) },
  'version 1 to a request with a nonce': { ...answer({ nonce: null }), nonce: NONCE },
  'version 1 that names the nonce of the request': {
    ...answer({ nonce: null }),
    nonce: NONCE,
    version: '2',
    answerNonce: NONCE,
  },
  'version 2 called version 1': { ...answer(), version: '1' },
  'a version that nobody knows': { ...answer(), version: '3' },
  'version 1, a second too old': answer({ nonce: null, timestamp: NOW - 301 }),
  'version 1, of the future': answer({ nonce: null, timestamp: NOW + 301 }),
  'version 2 to a request without a nonce': { ...answer(), nonce: null },
}

/** Another encoding of the same signature, which strict verifiers refuse (RFC 8032, 5.1.7). */
function malleated(signature: string): string {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n
  const bytes = Buffer.from(signature, 'base64url')
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order
  const half = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()
  return Buffer.concat([bytes.subarray(0, 32), half]).toString('base64url')
}

/** Responses that a client must accept, and those that it must refuse. */
export function answers() {
  const listed = (those: Record<string, Answer>, genuine: boolean) =>
    Object.entries(those).map(([name, one]) => ({ name, genuine, ...one }))
  return [...listed(GENUINE, true), ...listed(FORGED, false)]
}
