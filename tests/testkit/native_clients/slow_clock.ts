import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { relay } from '#tests/testkit/client'

/**
 * A service whose clock is `seconds` ahead, for clients that pin its key. It refuses requests signed by another clock
 * with a signed SIGNATURE_EXPIRED, and allows the others.
 */
export async function serviceAhead(seconds: number) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const x = publicKey.export({ format: 'jwk' }).x!
  const hash = (text: string, encoding: 'hex' | 'base64url') =>
    createHash('sha256').update(text).digest(encoding)
  const tries: number[] = []
  const server = await relay((req, res) => {
    const timestamp = Math.floor(Date.now() / 1000) + seconds
    const off = Number(req.headers['x-svc-timestamp']) - timestamp
    tries.push(off)
    const allowed = { ok: true, allow: true, data: { sessionId: 'a-session', effectiveExpiresAt: null } }
    const expired = { ok: false, error: { code: 'SIGNATURE_EXPIRED', message: 'Check the clock' } }
    const text = JSON.stringify(Math.abs(off) > 300 ? expired : allowed)
    const nonce = String(req.headers['x-svc-response-nonce'])
    const signed = ['v2', timestamp, 'POST', req.url, hash(text, 'hex'), nonce].join('\n')
    res.writeHead(Math.abs(off) > 300 ? 401 : 200, {
      'x-svc-signature': sign(null, Buffer.from(signed), privateKey).toString('base64url'),
      'x-svc-signature-kid': hash(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`, 'base64url'),
      'x-svc-signature-timestamp': String(timestamp),
      'x-svc-signature-body-sha256': hash(text, 'hex'),
      'x-svc-signature-version': '2',
      'x-svc-signature-nonce': nonce,
    })
    res.end(text)
  })
  return { ...server, x, tries }
}
