import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import {
  LatchkeyClient,
  type LatchkeyError,
  type LatchkeyOptions,
} from '../../resources/client/latchkey_client.js'
import { BASE } from './http.js'
import type { Vendor } from './runtime.js'

export function clientOf(vendor: Vendor, baseUrl = BASE, more: Partial<LatchkeyOptions> = {}) {
  const { productId, key: apiKey, signingSecret } = vendor
  return new LatchkeyClient({ baseUrl, productId, apiKey, signingSecret, warn: () => {}, ...more })
}

export const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error as LatchkeyError
  )

/** The public keys that the service lists. */
export async function listedKeys() {
  const response = await fetch(`${BASE}/.well-known/service-keys.json`)
  return ((await response.json()) as { keys: { x: string; kid: string; status: string }[] }).keys
}

/** A server on loopback that answers as it is told. */
export async function relay(listener: (...call: Parameters<RequestListener>) => void | Promise<void>) {
  const server = createServer((req, res) => void listener(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { base: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/**
 * A server with a key pair of its own that allows everything; `listed` and `keySet` change its key set. Its sessions last
 * `ttlMs`; once `away` says a number of seconds, a proxy answers in its place and asks to wait that long.
 */
export async function fakeService(
  listed: object = {},
  keySet?: { status: number; text: string },
  { ttlMs = 0, away }: { ttlMs?: number; away?: () => number | null } = {}
) {
  const pair = generateKeyPairSync('ed25519')
  const x = pair.publicKey.export({ format: 'jwk' }).x!
  const sha256 = (text: string, encoding: 'hex' | 'base64url') =>
    createHash('sha256').update(text).digest(encoding)
  const kid = sha256(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`, 'base64url')
  const server = await relay((req, res) => {
    if (req.method === 'GET') {
      const keys = [{ kid, x, status: 'active', retiredAt: null, ...listed }]
      return void res.writeHead(keySet?.status ?? 200).end(keySet?.text ?? JSON.stringify({ keys }))
    }
    const wait = away?.() ?? null
    if (wait !== null) return void res.writeHead(503, { 'retry-after': String(wait) }).end()
    const text = JSON.stringify({
      ok: true,
      allow: true,
      data: { allow: true, sessionExpiresAt: new Date(Date.now() + ttlMs) },
    })
    const nonce = String(req.headers['x-svc-response-nonce'])
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signed = ['v2', timestamp, 'POST', req.url, sha256(text, 'hex'), nonce].join('\n')
    res
      .writeHead(200, {
        'x-svc-signature': sign(null, Buffer.from(signed), pair.privateKey).toString('base64url'),
        'x-svc-signature-kid': kid,
        'x-svc-signature-timestamp': timestamp,
        'x-svc-signature-body-sha256': sha256(text, 'hex'),
        'x-svc-signature-version': '2',
        'x-svc-signature-nonce': nonce,
      })
      .end(text)
  })
  return { ...server, x }
}

/**
 * Runs a call with another clock for the client alone: the service runs in this process too, and asks Date.now from
 * files of its own.
 */
export function wrongClock(aheadMs: () => number) {
  return async <T>(call: () => Promise<T>): Promise<T> => {
    const now = Date.now
    Date.now = () => now() + (/latchkey_client/.test(new Error().stack ?? '') ? aheadMs() : 0)
    try {
      return await call()
    } finally {
      Date.now = now
    }
  }
}
