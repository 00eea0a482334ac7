import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { lowered } from '#tests/testkit/limits'
import { createApiKey } from '#tests/testkit/merchant'
import {
  authorize,
  call,
  createVendor,
  seedLicense,
  type CallOptions,
  type Vendor,
} from '#tests/testkit/runtime'

const seconds = (off: number) => String(Math.floor(Date.now() / 1000) + off)

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
      ['a body said to be encoded', {}, { headers: { 'content-encoding': 'identity' } }, 'BAD_REQUEST'],
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
    const license = await seedLicense(vendor)
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
    const headers = { 'content-encoding': 'gzip' }
    assert.equal(await codeOf({ headers, secret: 'wrong' }), 'INVALID_SIGNATURE')
    using _ = lowered({ keyPerMinute: { free: 0, pro: 0, business: 0, enterprise: 0 } })
    assert.equal(await codeOf({ secret: 'wrong' }), 'RATE_LIMITED')
  })
})

function bearer(token: string) {
  return { 'x-api-key': null, authorization: `Bearer ${token}` }
}
