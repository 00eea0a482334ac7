import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { signing } from '#config/signing'
import { newId } from '#services/ids'
import { rows } from '#services/sql'
import { lowered } from '#tests/support/limits'
import { createApiKey } from '#tests/support/merchant'
import {
  authorize,
  call,
  createVendor,
  RELEASE,
  seedLicense,
  signedCall,
  stored,
  type CallOptions,
  type Vendor,
} from '#tests/support/runtime'

const seconds = (off: number) => String(Math.floor(Date.now() / 1000) + off)

/** Makes unsigned calls fail until the end of a test. */
function signingRequired(): Disposable {
  const before = signing.required
  signing.required = true
  return { [Symbol.dispose]: () => void (signing.required = before) }
}

test.group('runtime calls: errors', () => {
  test('credentials: {0}')
    .with([
      ['no key', () => ({ 'x-api-key': null }), 401, 'UNAUTHORIZED'],
      ['an unknown key', () => ({ 'x-api-key': `svc_${'A'.repeat(40)}` }), 401, 'UNAUTHORIZED'],
      ['a user token', (vendor: Vendor) => bearer(vendor.token), 401, 'UNAUTHORIZED'],
      ['the key as a Bearer token', (vendor: Vendor) => bearer(vendor.key), 200, undefined],
    ] as const)
    .run(async ({ assert }, [, headers, status, code]) => {
      const vendor = await createVendor()
      const license = await seedLicense(vendor)
      const answer = await authorize(vendor, license.key, {}, { headers: headers(vendor) })
      assert.equal(answer.status, status)
      assert.equal(answer.body.error?.code, code)
    })

  test('PERMISSION_DENIED names the scope, API_KEY_NO_PERMISSIONS a key without any', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const reader = { ...vendor, ...(await createApiKey(vendor, ['license:read'])) }
    const denied = await authorize(reader, license.key)
    assert.equal(denied.status, 403)
    assert.equal(denied.body.error!.code, 'PERMISSION_DENIED')
    assert.include(denied.body.error!.message, 'license:authorize')
    await rows(db.connection(), `update api_keys set permissions = '{}' where product_id = ?`, [
      vendor.productId,
    ])
    const { key, signingSecret } = await createApiKey(vendor, [])
    const empty = await authorize({ ...vendor, key, signingSecret }, license.key)
    assert.equal(empty.body.error!.code, 'API_KEY_NO_PERMISSIONS')
  })

  test('FORBIDDEN for another product than that of the key', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const answer = await call(vendor, { productId: newId(), licenseKey: license.key })
    assert.equal(answer.status, 403)
    assert.equal(answer.body.error!.code, 'FORBIDDEN')
  })

  test('signatures: {0}')
    .with([
      ['the timestamp is missing', { headers: { 'x-svc-timestamp': null } }, 'SIGNATURE_REQUIRED'],
      ['the nonce is missing', { headers: { 'x-svc-nonce': null } }, 'SIGNATURE_REQUIRED'],
      ['the signature is missing', { headers: { 'x-svc-signature': null } }, 'SIGNATURE_REQUIRED'],
      ['nothing is signed', { signed: false }, 'SIGNATURE_REQUIRED'],
      ['a nonce of 15 characters', { nonce: 'n'.repeat(15) }, 'INVALID_SIGNATURE'],
      ['a nonce of 65 characters', { nonce: 'n'.repeat(65) }, 'INVALID_SIGNATURE'],
      ['a nonce of 16 characters', { nonce: randomBytes(8).toString('hex') }, undefined],
      ['a nonce of 64 characters', { nonce: randomBytes(32).toString('hex') }, undefined],
      ['a timestamp with a fraction', { timestamp: `${seconds(0)}.5` }, 'INVALID_SIGNATURE'],
      ['a timestamp in milliseconds', { timestamp: `${Date.now()}0` }, 'INVALID_SIGNATURE'],
      ['another secret', { secret: 'not the secret' }, 'INVALID_SIGNATURE'],
      ['an uppercase signature', { headers: { 'x-svc-signature': 'A'.repeat(64) } }, 'INVALID_SIGNATURE'],
      ['another path', { path: RELEASE }, 'INVALID_SIGNATURE'],
      ['a query string, which is not signed', { query: '?a=b' }, undefined],
    ] as [string, CallOptions, string | undefined][])
    .run(async ({ assert }, [, options, code]) => {
      using _ = signingRequired()
      const vendor = await createVendor()
      const license = await seedLicense(vendor)
      const { path, ...rest } = options
      const request = signedCall(vendor, { productId: vendor.productId, licenseKey: license.key }, options)
      const answer = path
        ? await authorize(vendor, license.key, {}, { ...rest, headers: request.headers })
        : await authorize(vendor, license.key, {}, rest)
      assert.equal(answer.body.error?.code, code)
      assert.equal(answer.status, code ? 401 : 200)
      if (code) assert.isNull((await stored(license.id)).activatedAt)
    })

  test('a timestamp {0} seconds off: {1}')
    .with([
      [-302, 'SIGNATURE_EXPIRED'],
      [-298, undefined],
      [298, undefined],
      [302, 'SIGNATURE_EXPIRED'],
    ] as const)
    .run(async ({ assert }, [off, code]) => {
      const vendor = await createVendor()
      const license = await seedLicense(vendor)
      const answer = await authorize(vendor, license.key, {}, { timestamp: seconds(off) })
      assert.equal(answer.body.error?.code, code)
      assert.equal(answer.status, code ? 401 : 200)
    })

  test('a body that was altered by a byte is refused, in the bytes as sent', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const body = JSON.stringify({ productId: vendor.productId, licenseKey: license.key })
    const altered = await call(vendor, body, { sentBody: `${body} ` })
    assert.equal(altered.body.error!.code, 'INVALID_SIGNATURE')
    const spaced = await call(vendor, JSON.stringify(JSON.parse(body), null, 4))
    assert.equal(spaced.status, 200)
  })

  test('a nonce is used once; a call that was not signed right does not use it', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const nonce = randomBytes(16).toString('base64url')
    const wrong = await authorize(vendor, license.key, {}, { nonce, secret: 'wrong' })
    assert.equal(wrong.body.error!.code, 'INVALID_SIGNATURE')
    const late = await authorize(vendor, license.key, {}, { nonce, timestamp: seconds(-400) })
    assert.equal(late.body.error!.code, 'SIGNATURE_EXPIRED')
    assert.equal((await authorize(vendor, license.key, {}, { nonce })).status, 200)
    const reused = await authorize(vendor, license.key, {}, { nonce })
    assert.equal(reused.status, 401)
    assert.equal(reused.body.error!.code, 'NONCE_REUSED')
  })

  test('of 50 sockets that replay one call exactly one passes', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const nonce = randomBytes(16).toString('hex')
    const timestamp = seconds(0)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        authorize(vendor, license.key, {}, { nonce, timestamp, headers: { connection: 'close' } })
      )
    )
    assert.lengthOf(
      answers.filter(({ status }) => status === 200),
      1
    )
    assert.lengthOf(
      answers.filter(({ body }) => body.error?.code === 'NONCE_REUSED'),
      49
    )
  })

  test('SIGNING_NOT_CONFIGURED without any secret; the one of the deployment does', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    await rows(db.connection(), `update api_keys set signing_secret = '' where id = ?`, [vendor.keyId])
    const answer = await authorize(vendor, license.key)
    assert.equal(answer.status, 500)
    assert.equal(answer.body.error!.code, 'SIGNING_NOT_CONFIGURED')
    signing.deploymentSecret = 'shared by all'
    try {
      assert.equal((await authorize(vendor, license.key, {}, { secret: 'shared by all' })).status, 200)
      const wrong = await authorize(vendor, license.key)
      assert.equal(wrong.body.error!.code, 'INVALID_SIGNATURE')
    } finally {
      signing.deploymentSecret = null
    }
  })

  test('bodies: {0}')
    .with([
      ['no productId', { productId: undefined }, {}, 'VALIDATION_ERROR'],
      ['a productId that is no UUID', { productId: 'editor' }, {}, 'VALIDATION_ERROR'],
      ['no licenseKey', { licenseKey: undefined }, {}, 'VALIDATION_ERROR'],
      ['a number as licenseKey', { licenseKey: 5 }, {}, 'VALIDATION_ERROR'],
      ['an empty hwid', { hwid: '' }, {}, 'VALIDATION_ERROR'],
      ['a hwid of 257 characters', { hwid: 'h'.repeat(257) }, {}, 'VALIDATION_ERROR'],
      ['a hwid of 256 characters', { hwid: 'h'.repeat(256) }, {}, undefined],
      ['an address that is none', { ip: '1.2.3' }, {}, 'VALIDATION_ERROR'],
      ['a network as address', { ip: '10.0.0.0/8' }, {}, 'VALIDATION_ERROR'],
      ['an empty sessionId', { sessionId: '' }, {}, 'VALIDATION_ERROR'],
      ['unknown fields', { version: '1.0' }, {}, undefined],
      ['an encoded body', {}, { headers: { 'content-encoding': 'gzip' } }, 'BAD_REQUEST'],
      ['another content type', {}, { headers: { 'content-type': 'text/plain' } }, 'BAD_REQUEST'],
      ['a body that is too large', { hwid: 'h'.repeat(20_000) }, {}, 'BAD_REQUEST'],
      ['a NUL in a text', { hwid: 'a\0b' }, {}, 'BAD_REQUEST'],
    ] as [string, object, CallOptions, string | undefined][])
    .run(async ({ assert }, [, change, options, code]) => {
      const vendor = await createVendor()
      const license = await seedLicense(vendor)
      const body = { productId: vendor.productId, licenseKey: license.key, ...change }
      const answer = await call(vendor, body, options)
      assert.equal(answer.body.error?.code, code)
      assert.equal(answer.status, code ? 400 : 200)
      if (code === 'VALIDATION_ERROR') {
        assert.equal(answer.body.error!.details![0].field, Object.keys(change)[0])
      }
    })

  test('a body that is no JSON object is BAD_REQUEST: {0}')
    .with([['{'], ['[]'], ['"text"'], ['null'], ['']])
    .run(async ({ assert }, [text]) => {
      const vendor = await createVendor()
      const answer = await call(vendor, text)
      assert.equal(answer.status, 400)
      assert.equal(answer.body.error!.code, text === '' ? 'VALIDATION_ERROR' : 'BAD_REQUEST')
    })

  test('a missing hwid is an error of the body where the policy binds devices', async ({ assert }) => {
    const vendor = await createVendor({ hwidMode: 'limit', hwidLimit: 2 })
    const license = await seedLicense(vendor, { status: 'REVOKED' })
    const answer = await authorize(vendor, license.key)
    assert.equal(answer.status, 400)
    assert.equal(answer.body.error!.code, 'VALIDATION_ERROR')
    assert.equal(answer.body.error!.details![0].field, 'hwid')
    const { body } = await authorize(vendor, 'NO-SUCH-KEY')
    assert.equal(body.reasonCode, 'LICENSE_NOT_FOUND')
  })

  test('what is wrong first is told first', async ({ assert }) => {
    const vendor = await createVendor()
    const nonce = randomBytes(16).toString('hex')
    await call(vendor, {}, { nonce })
    const codeOf = async (options: CallOptions, body: object | string = '{') =>
      (await call(vendor, body, options)).body.error!.code
    assert.equal(await codeOf({ headers: { 'x-api-key': null }, secret: 'wrong' }), 'UNAUTHORIZED')
    assert.equal(await codeOf({ secret: 'wrong', timestamp: seconds(-400), nonce }), 'INVALID_SIGNATURE')
    assert.equal(await codeOf({ timestamp: seconds(-400), nonce }), 'SIGNATURE_EXPIRED')
    assert.equal(await codeOf({ nonce }), 'NONCE_REUSED')
    assert.equal(await codeOf({}), 'BAD_REQUEST')
    using _ = lowered({ keyPerMinute: { free: 0, pro: 0, business: 0, enterprise: 0 } })
    assert.equal(await codeOf({ secret: 'wrong' }), 'RATE_LIMITED')
  })
})

test.group('runtime calls: rate limits', () => {
  test('a license has a window of its own, and a refused call takes nothing from the others', async ({
    assert,
  }) => {
    using _ = lowered({ licensePerMinute: 20, ipPerMinute: 100_000, productPerMinute: 500 })
    const vendor = await createVendor()
    const [license, other] = [await seedLicense(vendor), await seedLicense(vendor)]
    const answers = await Promise.all(Array.from({ length: 21 }, () => authorize(vendor, license.key)))
    assert.lengthOf(
      answers.filter(({ status }) => status === 200),
      20
    )
    const refused = answers.find(({ status }) => status === 429)!
    assert.equal(refused.body.error!.code, 'RATE_LIMITED')
    assert.match(refused.headers.get('retry-after')!, /^([1-9]|[1-5]\d|60)$/)
    assert.equal(refused.headers.get('x-ratelimit-limit-product'), '500')
    const next = await authorize(vendor, other.key)
    assert.equal(next.status, 200)
    assert.equal(next.headers.get('x-ratelimit-remaining-product'), '479')
  })

  test('a call with a wrong signature does not count against the license', async ({ assert }) => {
    using _ = lowered({ licensePerMinute: 1 })
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    for (let time = 0; time < 3; time++) await authorize(vendor, license.key, {}, { secret: 'wrong' })
    assert.equal((await authorize(vendor, license.key)).status, 200)
    assert.equal((await authorize(vendor, license.key)).status, 429)
  })

  test('PRODUCT_RATE_LIMITED, with the headers of all windows', async ({ assert }) => {
    using _ = lowered({ productPerMinute: 1, keyPerMinute: { free: 9, pro: 9, business: 9, enterprise: 9 } })
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const first = await authorize(vendor, license.key)
    assert.equal(first.headers.get('x-ratelimit-limit-key'), '9')
    assert.equal(first.headers.get('x-ratelimit-remaining-key'), '8')
    assert.equal(first.headers.get('x-ratelimit-remaining-product'), '0')
    const second = await authorize(vendor, license.key)
    assert.equal(second.status, 429)
    assert.equal(second.body.error!.code, 'PRODUCT_RATE_LIMITED')
    assert.equal(second.headers.get('x-ratelimit-remaining-key'), '8')
  })
})

function bearer(token: string) {
  return { 'x-api-key': null, authorization: `Bearer ${token}` }
}
