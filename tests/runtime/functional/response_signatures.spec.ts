import { createHash, pbkdf2 } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import * as ed25519 from '@noble/ed25519'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import RotateSigningKey from '#kernel/signing/rotate_signing_key'
import { retiredAt, signingKeyAt, spareKey, statusOf } from '#kernel/signing/keys'
import { refreshSigningKeys } from '#kernel/signing/signing_keys'
import { rows } from '#kernel/database/sql'
import { SIGNED_V1 } from '#http/deprecations'
import { BASE } from '#tests/testkit/http'
import { anchorsOf } from '#tests/testkit/markdown'
import { authorize, createVendor, seedLicense } from '#tests/testkit/runtime'

const NONCE = 'A-response_nonce-0123456789'
type ServiceKey = { kid: string; x: string; status: string; createdAt: string }

async function serviceKeys(): Promise<ServiceKey[]> {
  const response = await fetch(`${BASE}/.well-known/service-keys.json`)
  return ((await response.json()) as { keys: ServiceKey[] }).keys
}

/**
 * Verifies exactly as interface#55-signed-responses says, with an implementation of Ed25519 that the service does not
 * use.
 */
async function verifies(
  { headers, bytes }: { headers: Headers; bytes: Uint8Array },
  method: string,
  path: string,
  nonce: string | null
): Promise<boolean> {
  const bodySha256 = createHash('sha256').update(bytes).digest('hex')
  const timestamp = headers.get('x-svc-signature-timestamp')!
  const key = (await serviceKeys()).find(({ kid }) => kid === headers.get('x-svc-signature-kid'))!
  const parts = [nonce === null ? 'v1' : 'v2', timestamp, method, path, bodySha256]
  const message = [...parts, ...(nonce === null ? [] : [nonce])].join('\n')
  return (
    headers.get('x-svc-signature-version') === (nonce === null ? '1' : '2') &&
    headers.get('x-svc-signature-nonce') === nonce &&
    headers.get('x-svc-signature-body-sha256') === bodySha256 &&
    Math.abs(Number(timestamp) - Date.now() / 1000) <= 300 &&
    ed25519.verifyAsync(
      Buffer.from(headers.get('x-svc-signature')!, 'base64url'),
      new TextEncoder().encode(message),
      Buffer.from(key.x, 'base64url')
    )
  )
}

async function send(path: string, init: RequestInit = {}, nonce: string | null = NONCE) {
  const headers = { ...init.headers, ...(nonce === null ? {} : { 'x-svc-response-nonce': nonce }) }
  const response = await fetch(BASE + path, { ...init, headers })
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

test.group('signed responses', () => {
  test('answers of version 1 say that they are outdated, and no others do', async ({ assert }) => {
    const old = await send('/v1/licenses/authorize', { method: 'POST' }, null)
    assert.equal(old.headers.get('x-svc-signature-version'), '1')
    const since = Number(/^@(\d+)$/.exec(old.headers.get('deprecation')!)![1])
    assert.equal(new Date(since * 1000).toISOString().slice(0, 10), SIGNED_V1.since)
    const sunset = Date.parse(old.headers.get('sunset')!)
    assert.equal(new Date(sunset).toISOString().slice(0, 10), SIGNED_V1.until)
    assert.isAbove(sunset, since * 1000)
    const [, path, anchor] = /^<([^#]+)#(.+)>; rel="deprecation"/.exec(old.headers.get('link')!)!
    const page = new TextDecoder().decode((await send(path)).bytes)
    assert.isTrue(anchorsOf(page).has(anchor))
    assert.include(page, SIGNED_V1.instead)

    for (const answer of [
      await send('/v1/licenses/authorize', { method: 'POST' }),
      await send('/v1/status', {}, null),
    ]) {
      for (const name of ['deprecation', 'sunset', 'link']) assert.isNull(answer.headers.get(name), name)
    }
  })

  test('any route is signed when a nonce is sent: {0} {1}')
    .with([
      ['GET', '/v1/status'],
      ['GET', '/v1/status?a=b'],
      ['GET', '/v1/dashboard/me'],
      ['GET', '/nowhere'],
      ['POST', '/v1/auth/login'],
      ['HEAD', '/v1/status'],
      ['DELETE', '/v1/status'],
      ['GET', '/.well-known/service-keys.json'],
    ] as const)
    .run(async ({ assert }, [method, path]) => {
      const answer = await send(path, { method })
      assert.isTrue(await verifies(answer, method, path.split('?')[0], NONCE))
      assert.isFalse(await verifies(answer, method, '/another', NONCE))
    })

  test('a malformed URL is signed too', async ({ assert }) => {
    // fetch refuses to send this path.
    const answer = await new Promise<{ headers: Headers; bytes: Buffer }>((resolve, reject) => {
      const options = { path: '/%E0%A4%A', headers: { 'x-svc-response-nonce': NONCE } }
      const sent = httpRequest(BASE, options, (response) => {
        const headers = new Headers(response.headers as never)
        buffer(response).then((bytes) => resolve({ headers, bytes }), reject)
      })
      sent.on('error', reject).end()
    })
    assert.isTrue(await verifies(answer, 'GET', '/%E0%A4%A', NONCE))
  })

  test('without a valid nonce nothing is signed but authorize: {0}')
    .with([[null], ['short'], ['n'.repeat(65)], ['has+plus/and=padding']])
    .run(async ({ assert }, [nonce]) => {
      const { headers } = await send('/v1/status', {}, nonce)
      assert.isNull(headers.get('x-svc-signature'))
      assert.isNull(headers.get('x-svc-signature-version'))
    })

  test('authorize is signed in any case: version 2 with a nonce, else version 1', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const path = '/v1/licenses/authorize'
    for (const nonce of [NONCE, null]) {
      for (const key of [license.key, 'NO-SUCH-KEY']) {
        const { headers, text } = await authorize(
          vendor,
          key,
          {},
          { headers: { 'x-svc-response-nonce': nonce } }
        )
        const bytes = new TextEncoder().encode(text)
        assert.isTrue(await verifies({ headers, bytes }, 'POST', path, nonce))
        const changed = new TextEncoder().encode(text.replace('"ok"', '"no"'))
        assert.isFalse(await verifies({ headers, bytes: changed }, 'POST', path, nonce))
      }
    }
  })

  test('refusals that say the same are each signed for the path that they were asked at', async ({
    assert,
  }) => {
    const said = new Map<string, Set<string>>()
    for (let round = 0; round < 3; round++) {
      for (const path of ['/v1/licenses/authorize', '/v1/licenses/authorize/']) {
        const headers = { 'x-api-key': round === 2 ? 'svc_unknown' : '' }
        const answer = await send(path, { method: 'POST', headers }, null)
        assert.isTrue(await verifies(answer, 'POST', path, null))
        assert.isFalse(await verifies(answer, 'POST', `${path}x`, null))
        const name = answer.headers.get('x-svc-signature-timestamp')! + path + String(answer.bytes)
        said.set(name, (said.get(name) ?? new Set()).add(answer.headers.get('x-svc-signature')!))
      }
    }
    assert.isTrue(
      [...said.values()].every(({ size }) => size === 1),
      'the same words of one second, one signature'
    )
  })

  test('a thread pool that is full of passwords holds no signature up', async ({ assert }) => {
    let hashed = 0
    const hash = () => promisify(pbkdf2)('password', 'salt', 300_000, 64, 'sha512')
    const hashes = Array.from({ length: 8 }, () => hash().then(() => hashed++))
    const answer = await send('/v1/status')
    const hashedBefore = hashed
    await Promise.all(hashes)
    // If the signature queued behind eight hashes on four threads, it would come after five of them.
    assert.isBelow(hashedBefore, 5)
    assert.isTrue(await verifies(answer, 'GET', '/v1/status', NONCE))
  })

  test('the keys are listed as JWKs, without their private halves', async ({ assert }) => {
    const [key] = (await serviceKeys()).filter(({ status }) => status === 'active')
    assert.properties(key, ['kid', 'x', 'status', 'createdAt'])
    assert.containSubset(key, { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' })
    assert.notProperty(key, 'd')
    const thumbprint = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${key.x}"}`)
    assert.equal(key.kid, thumbprint.digest('base64url'))
    const stored = await rows<Record<string, string>>(db.connection(), 'select * from signing_keys')
    assert.notInclude(JSON.stringify(stored), '"MC4CAQAwBQYDK2Vw')
  })

  test('a new key is listed before it signs; then the old one is retired and stays', async ({ assert }) => {
    const [before] = (await serviceKeys()).filter(({ status }) => status === 'active')
    const now = Date.now()
    const next = await new RotateSigningKey().execute(3600, now)
    await refreshSigningKeys()
    const listed = await serviceKeys()
    assert.equal(listed.find(({ kid }) => kid === next.kid)!.status, 'active')
    const early = await send('/v1/status')
    assert.equal(early.headers.get('x-svc-signature-kid'), before.kid)

    const known = await rows<{ kid: string }>(
      db.connection(),
      `update signing_keys set signs_from = now() - interval '1 second' where kid = ? returning kid`,
      [next.kid]
    )
    assert.lengthOf(known, 1)
    await refreshSigningKeys()
    const late = await send('/v1/status')
    assert.equal(late.headers.get('x-svc-signature-kid'), next.kid)
    assert.isTrue(await verifies(late, 'GET', '/v1/status', NONCE))
    assert.isTrue(await verifies(early, 'GET', '/v1/status', NONCE))
    const statuses = new Map((await serviceKeys()).map(({ kid, status }) => [kid, status]))
    assert.equal(statuses.get(before.kid), 'retired')
    assert.equal(statuses.get(next.kid), 'active')
  })

  test('which key signs and what the others are is decided by time alone', ({ assert }) => {
    const key = (kid: string, signsFrom: number, compromisedAt: number | null = null) => {
      return { kid, publicKey: '', signsFrom, createdAt: 0, compromisedAt }
    }
    const keys = [key('a', 10), key('b', 20), key('c', 30)]
    assert.isNull(signingKeyAt(keys, 9))
    assert.equal(signingKeyAt(keys, 25)!.kid, 'b')
    assert.deepEqual(
      keys.map((one) => statusOf(one, keys, 25)),
      ['retired', 'active', 'active']
    )
    assert.deepEqual(
      keys.map((one) => retiredAt(one, keys, 35)),
      [20, 30, null]
    )
    const leaked = [key('a', 10), key('b', 20, 24), key('c', 30)]
    assert.equal(signingKeyAt(leaked, 25)!.kid, 'a')
    assert.equal(spareKey(leaked, 25)!.kid, 'c')
    assert.isNull(spareKey(leaked, 30))
    assert.deepEqual(
      leaked.map((one) => [statusOf(one, leaked, 35), retiredAt(one, leaked, 35)]),
      [
        ['retired', 20],
        ['compromised', 30],
        ['active', null],
      ]
    )
  })

  test('a key that was removed before its time to sign retires no other key', ({ assert }) => {
    const key = (kid: string, signsFrom: number, compromisedAt: number | null = null) => {
      return { kid, publicKey: '', signsFrom, createdAt: 0, compromisedAt }
    }
    const keys = [key('a', 10), key('b', 20, 15), key('c', 30)]
    for (const now of [19, 20, 29]) {
      assert.equal(signingKeyAt(keys, now)!.kid, 'a')
      assert.deepEqual([statusOf(keys[0], keys, now), retiredAt(keys[0], keys, now)], ['active', null])
    }
    assert.deepEqual([statusOf(keys[0], keys, 30), retiredAt(keys[0], keys, 30)], ['retired', 30])
  })
})
