import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { signing } from '#config/signing'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import {
  authorize,
  call,
  createVendor,
  RELEASE,
  seedLicense,
  stored,
  type CallOptions,
  type Vendor,
  withoutSecret,
} from '#tests/testkit/runtime'

test.group('release', () => {
  test('ends a session, so that its seat is free at once', async ({ assert }) => {
    const vendor = await createVendor({ maxConcurrentSessions: 1 })
    const license = await seedLicense(vendor)
    await authorize(vendor, license.key, { sessionId: 'a' })
    const answer = await release(vendor, license.key, 'a')
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, { ok: true, data: { id: 'a' } })
    assert.lengthOf((await stored(license.id)).sessions, 0)
    assert.equal((await authorize(vendor, license.key, { sessionId: 'b' })).status, 200)
  })

  test('a session that is not alive is NOT_FOUND', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    await authorize(vendor, license.key, { sessionId: 'a' })
    await release(vendor, license.key, 'a')
    for (const session of ['a', 'never']) {
      const answer = await release(vendor, license.key, session)
      assert.equal(answer.status, 404)
      assert.equal(answer.body.error!.code, 'NOT_FOUND')
    }
  })

  test('a license that is unknown, pending or of another org is LICENSE_NOT_FOUND', async ({ assert }) => {
    const [vendor, other] = [await createVendor(), await createVendor()]
    const foreign = await seedLicense(other)
    await authorize(other, foreign.key, { sessionId: 'a' })
    const pending = await seedLicense(vendor, { status: 'PENDING' })
    for (const key of ['NO-SUCH-KEY', foreign.key, pending.key]) {
      const answer = await release(vendor, key, 'a')
      assert.equal(answer.status, 404)
      assert.equal(answer.body.error!.code, 'LICENSE_NOT_FOUND')
    }
    assert.lengthOf((await stored(foreign.id)).sessions, 1)
  })

  test('the rules of runtime calls hold here too: {0}')
    .with([
      ['no key', { headers: { 'x-api-key': null } }, {}, 'UNAUTHORIZED'],
      ['unsigned', { signed: false }, {}, 'SIGNATURE_REQUIRED'],
      ['signed wrong', { secret: 'wrong' }, {}, 'INVALID_SIGNATURE'],
      [
        'signed long ago',
        { timestamp: String(Math.floor(Date.now() / 1000) - 400) },
        {},
        'SIGNATURE_EXPIRED',
      ],
      ['another product', {}, { productId: newId() }, 'FORBIDDEN'],
      ['no session', {}, { sessionId: undefined }, 'VALIDATION_ERROR'],
    ] as [string, CallOptions, object, string][])
    .run(async ({ assert }, [, options, change, code]) => {
      const vendor = await createVendor()
      const license = await seedLicense(vendor)
      await authorize(vendor, license.key, { sessionId: 'a' })
      signing.required = true
      try {
        const answer = await release(vendor, license.key, 'a', options, change)
        assert.equal(answer.body.error!.code, code)
      } finally {
        signing.required = false
      }
      assert.lengthOf((await stored(license.id)).sessions, 1)
    })

  test('NONCE_REUSED for a call that is sent again', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    await authorize(vendor, license.key, { sessionId: 'a' })
    const nonce = newId()
    assert.equal((await release(vendor, license.key, 'a', { nonce })).status, 200)
    const again = await release(vendor, license.key, 'a', { nonce })
    assert.deepEqual([again.status, again.body.error!.code], [401, 'NONCE_REUSED'])
  })

  test('SIGNING_NOT_CONFIGURED for a key without a secret', async ({ assert }) => {
    const vendor = await createVendor()
    await withoutSecret(vendor)
    const answer = await release(vendor, 'ANY-KEY', 'a')
    assert.deepEqual([answer.status, answer.body.error!.code], [500, 'SIGNING_NOT_CONFIGURED'])
  })

  test('SIGNING_UNAVAILABLE within a second when the session is held', async ({ assert, cleanup }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    await authorize(vendor, license.key, { sessionId: 'a' })
    const holder = await db.transaction()
    cleanup(() => holder.rollback())
    await rows(holder, 'select 1 from license_sessions where license_id = ? for update', [license.id])
    const answer = await release(vendor, license.key, 'a')
    assert.deepEqual([answer.status, answer.body.error!.code], [503, 'SIGNING_UNAVAILABLE'])
    assert.equal(answer.headers.get('retry-after'), '1')
  })
})

function release(
  vendor: Vendor,
  licenseKey: string,
  sessionId: string,
  options: CallOptions = {},
  change: object = {}
) {
  const body = { productId: vendor.productId, licenseKey, sessionId, ...change }
  return call(vendor, body, { ...options, path: RELEASE })
}
