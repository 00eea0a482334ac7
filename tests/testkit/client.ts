import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { LatchkeyClient, type LatchkeyClientOptions } from '#sdk/client/latchkey_client'
import { systemClock, type Clock } from '#sdk/core/clock'
import type { LatchkeyError } from '#sdk/errors'
import { BASE } from './http.js'
import type { Vendor } from './runtime.js'

/** The client of a merchant's program. It does not wait before it retries, unless the test sets `patienceMs`. */
export function clientOf(vendor: Vendor, baseUrl = BASE, more: Partial<LatchkeyClientOptions> = {}) {
  const { productId, key: apiKey, signingSecret } = vendor
  const quiet = { patienceMs: 0, warn: () => {} }
  return new LatchkeyClient({ baseUrl, productId, apiKey, signingSecret, ...quiet, ...more })
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

/** A server on loopback that answers with `listener`. */
export async function relay(listener: (...call: Parameters<RequestListener>) => void | Promise<void>) {
  const server = createServer((req, res) => void listener(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { base: `http://127.0.0.1:${port}`, close: () => server.close() }
}

type FakeOptions = {
  /** The lifetime of its sessions. */
  ttlMs?: number
  /** While this returns a number of seconds, a proxy answers instead and asks the client to wait that long. */
  away?: () => number | null
  denies?: () => boolean
  /** The code of a refusal, while there is to be one. */
  refuses?: () => string | null
}

/** A server with its own key pair that allows everything; `listed` and `keySet` change its key set. */
export async function fakeService(
  listed: object = {},
  keySet?: { status: number; text: string },
  { ttlMs = 0, away, denies, refuses }: FakeOptions = {}
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
    const refusal = refuses?.()
    const text = JSON.stringify(
      refusal ? { ok: false, error: { code: refusal } } : denies?.() ? DENIAL : yes(ttlMs)
    )
    const nonce = String(req.headers['x-svc-response-nonce'])
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signed = ['v2', timestamp, 'POST', req.url, sha256(text, 'hex'), nonce].join('\n')
    res
      .writeHead(refusal ? 401 : denies?.() ? 403 : 200, {
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

const DENIAL = { ok: false, allow: false, reasonCode: 'LICENSE_REVOKED', message: 'The license was revoked' }

function yes(ttlMs: number) {
  const data = { allow: true, effectiveExpiresAt: null, status: 'ACTIVE', wasActivated: true }
  return { ok: true, allow: true, data: { ...data, sessionExpiresAt: new Date(Date.now() + ttlMs) } }
}

/** The SDK abandons a stream after this silence. Milliseconds. */
export const SILENCE = 40_000

type ClockOptions = {
  /** The number of milliseconds by which its wall clock is ahead of the real one. */
  aheadMs?: () => number
  /** Called with the length of every pause. */
  slept?: (ms: number) => void
  /** Ends pauses immediately: all of them, or those whose length matches. */
  hurries?: boolean | ((ms: number) => boolean)
}

/** A clock for the SDK that no other code in this process reads. */
export function testClock({ aheadMs = () => 0, slept, hurries = false }: ClockOptions = {}): Clock {
  return {
    now: () => Date.now() + aheadMs(),
    elapsed: () => performance.now(),
    sleep: (ms, signal) => {
      slept?.(ms)
      const isOver = typeof hurries === 'function' ? hurries(ms) : hurries
      return systemClock.sleep(isOver ? 0 : ms, signal)
    },
  }
}
