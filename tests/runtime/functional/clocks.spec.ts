import { setTimeout as delay } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { forgetApiKeys } from '#accounts/credentials/api_keys'
import { noteDatabaseTime } from '#kernel/database/database_time'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { insist } from '#tests/testkit/insist'
import { runToEnd } from '#tests/testkit/operations'
import { authorize, createVendor, seedLicense } from '#tests/testkit/runtime'
import { until } from '#tests/testkit/wait'
import { wrongBy } from '#tests/testkit/wrong_clock'

const HOUR = 3_600_000

test.group('runtime calls and clocks that are wrong', () => {
  test('a service that has slept for an hour answers the first call after it', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    noteDatabaseTime(Date.now() - HOUR, performance.now())
    await delay(1100)
    const { status, body } = await insist(() => authorize(vendor, license.key))
    assert.equal(body.error?.code, undefined)
    assert.equal(status, 200)
  })

  test('a call of an hour ago is refused all the same', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const timestamp = String(Math.floor((Date.now() - HOUR) / 1000))
    const { body } = await insist(() => authorize(vendor, license.key, {}, { timestamp }))
    assert.equal(body.error?.code, 'SIGNATURE_EXPIRED')
  })

  test('a key that another process has revoked ends within a second, also where the clock is set back', async ({
    assert,
    cleanup,
  }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    assert.equal((await insist(() => authorize(vendor, license.key))).status, 200)
    wrongBy(-HOUR, cleanup)
    await rows(db.connection(), `update api_keys set revoked_at = now() where product_id = ?`, [
      vendor.productId,
    ])
    const code = async () => (await authorize(vendor, license.key)).body.error?.code
    await until('the key is gone', async () => (await code()) === 'UNAUTHORIZED', 5000)
  })

  test('this machine is an hour ahead: calls are judged and answers are dated by the clock of the database', async ({
    assert,
    cleanup,
  }) => {
    const vendor = await createVendor({ sessionTtlSeconds: 60 })
    const license = await seedLicense(vendor)
    const { now: right } = wrongBy(HOUR, cleanup)
    const ends = `update api_keys set expires_at = ? where product_id = ?`
    await rows(db.connection(), ends, [new Date(right() + HOUR / 2), vendor.productId])
    forgetApiKeys()
    const headers = { 'x-svc-response-nonce': 'A-response_nonce-0123456789' }
    const timestamp = String(Math.floor(right() / 1000))
    const answer = await insist(() => authorize(vendor, license.key, {}, { timestamp, headers }))
    assert.equal(answer.body.error?.code, undefined)
    const signedAt = Number(answer.headers.get('x-svc-signature-timestamp')) * 1000
    assert.approximately(signedAt, right(), 3000)
    assert.approximately(Date.parse(answer.body.data.sessionExpiresAt) - signedAt, 60_000, 3000)
    // A program with such a clock learns the right time from the refusal.
    const ahead = String(Math.floor(Date.now() / 1000))
    const refused = await insist(() => authorize(vendor, license.key, {}, { timestamp: ahead, headers }))
    assert.equal(refused.body.error?.code, 'SIGNATURE_EXPIRED')
    assert.approximately(Number(refused.headers.get('x-svc-signature-timestamp')) * 1000, right(), 3000)
  })

  test('this machine is an hour ahead: a seat that is taken is shown as taken', async ({
    assert,
    cleanup,
  }) => {
    const vendor = await createVendor({ sessionTtlSeconds: 300 })
    const license = await seedLicense(vendor)
    await insist(() => authorize(vendor, license.key))
    wrongBy(HOUR, cleanup)
    const { body } = await call('GET', `/v1/dashboard/licenses/${license.id}`, { token: vendor.token })
    assert.lengthOf(body.data.license.sessions, 1)
  })

  test('this machine is an hour ahead: no change ends a license before its time: {$self}')
    .with(['one', 'bulk'] as const)
    .run(async ({ assert, cleanup }, way) => {
      const vendor = await createVendor()
      const { id, key } = await seedLicense(vendor, {
        expirationMode: 'fixed',
        expiresAt: Date.now() + HOUR / 2,
      })
      const { now: right } = wrongBy(HOUR, cleanup)
      const { token, orgId } = vendor
      if (way === 'one')
        await call('PATCH', `/v1/dashboard/licenses/${id}`, { token, body: { frozen: true } })
      else {
        const body = { licenseIds: [id] }
        const path = `/v1/dashboard/orgs/${orgId}/licenses/freeze`
        await runToEnd((await call('POST', path, { token, body })).body.data.operation.id)
      }
      const answer = await insist(() =>
        authorize(vendor, key, {}, { timestamp: String(Math.floor(right() / 1000)) })
      )
      assert.isTrue(answer.body.allow)
    })
})
