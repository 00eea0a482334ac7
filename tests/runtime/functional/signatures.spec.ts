import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import { signing } from '#config/signing'
import { lowered } from '#tests/testkit/limits'
import { loggedErrors } from '#tests/testkit/logged_errors'
import {
  AUTHORIZE,
  authorize,
  call,
  createVendor,
  RELEASE,
  seedLicense,
  signedCall,
  stored,
  type CallOptions,
  withoutSecret,
} from '#tests/testkit/runtime'

const seconds = (off: number) => String(Math.floor(Date.now() / 1000) + off)

/** Makes unsigned calls fail until the end of a test. */
function signingRequired(): Disposable {
  const before = signing.required
  signing.required = true
  return { [Symbol.dispose]: () => void (signing.required = before) }
}

test.group('runtime calls: signatures', () => {
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

  test('a call is answered, counted once and signed however its path is written: {$self}')
    .with([AUTHORIZE, `${AUTHORIZE}/`, '/v1/licenses/%61uthorize', `${AUTHORIZE}?a=b`])
    .run(async ({ assert }, written) => {
      const vendor = await createVendor()
      const license = await seedLicense(vendor)
      using _ = lowered({ keyPerMinute: { free: 5, pro: 5, business: 5, enterprise: 5 } })
      const [path, query] = written.split('?')
      const options = { path, query: query && `?${query}` }
      for (const left of ['4', '3']) {
        const { status, headers } = await authorize(vendor, license.key, {}, options)
        assert.equal(status, 200)
        assert.equal(headers.get('x-ratelimit-remaining-key'), left)
        assert.equal(headers.get('x-svc-signature-version'), '1')
      }
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

  test('SIGNING_NOT_CONFIGURED without any secret, which the log says; the one of the deployment does', async ({
    assert,
    cleanup,
  }) => {
    const said = loggedErrors(cleanup)
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    await withoutSecret(vendor)
    const code = 'SIGNING_NOT_CONFIGURED'
    const answer = await authorize(
      vendor,
      license.key,
      {},
      { headers: { 'x-request-id': 'no-secret-is-left' } }
    )
    assert.equal(answer.status, 500)
    assert.equal(answer.body.error!.code, code)
    assert.containSubset(said, [{ code, request_id: 'no-secret-is-left' }])
    signing.deploymentSecret = 'shared by all'
    try {
      assert.equal((await authorize(vendor, license.key, {}, { secret: 'shared by all' })).status, 200)
      const wrong = await authorize(vendor, license.key)
      assert.equal(wrong.body.error!.code, 'INVALID_SIGNATURE')
    } finally {
      signing.deploymentSecret = null
    }
  })
})
