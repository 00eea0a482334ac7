import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { hold, slice } from '#tests/testkit/held'
import { lockWaits } from '#tests/testkit/lock_waits'
import { makeLicense } from '#tests/testkit/made_licenses'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { bind, createOwner } from '#tests/testkit/own_licenses'
import { until } from '#tests/testkit/wait'

/**
 * A freeze that is refused because its license has expired, and somebody who gets the lock of the license before the
 * transaction that marks it as EXPIRED; null if that transaction was first.
 */
async function markThatWaits(merchant: Merchant) {
  const expiresAt = Date.now() - 1000
  const [{ id }] = await seedLicenses(merchant, 1, { expirationMode: 'fixed', expiresAt })
  const url = `/v1/dashboard/licenses/${id}`
  const letGo = await hold([id])
  let answered = false
  const refused = call('PATCH', url, { token: merchant.token, body: { frozen: true } })
  void refused.finally(() => (answered = true))
  await lockWaits(1)
  const next = hold([id])
  await lockWaits(2)
  await letGo()
  const letNextGo = await next
  await Promise.race([refused, lockWaits(1).catch(() => {})])
  await delay(20)
  const released = Date.now()
  const waited = !answered
  await letNextGo()
  const { status } = await refused
  return waited ? { url, status, released } : null
}

/** contract#timeline-and-deletion: newest first; receivers of events have only the timestamps for an order. */
test.group('a change that waited for another one', () => {
  test('is dated after it: {0} {1}')
    .with([
      ['PATCH', '', { frozen: true }],
      ['PATCH', '', { metadata: { a: 1 } }],
      ['POST', '/suspend', {}],
      ['POST', '/revoke', {}],
      ['POST', '/reset-hwid', {}],
      ['POST', '/reset-ip', {}],
      ['DELETE', '', undefined],
    ] as const)
    .run(async ({ assert }, [method, path, body]) => {
      const merchant = await createMerchant()
      const { token } = merchant
      const { id } = await makeLicense(merchant)
      const url = `/v1/dashboard/licenses/${id}`
      const letGo = await hold([id])
      const waiting = call(method, url + path, { token, body })
      await lockWaits(1)
      await delay(20)
      const released = new Date().toISOString()
      await letGo()
      const { status, body: answer } = await waiting
      assert.equal(status, 200)
      const [latest] = (await call('GET', `${url}/events`, { token })).body.data.events
      assert.isAtLeast(Date.parse(latest.createdAt), Date.parse(released))
      if (latest.type === 'license.frozen') assert.equal(answer.data.license.frozenAt, latest.createdAt)
    })

  test('is dated after it where it only marks a license as EXPIRED', async ({ assert }) => {
    const merchant = await createMerchant()
    const { url, status, released } = await until('a mark that waits', () => markThatWaits(merchant))
    assert.equal(status, 409)
    const [latest] = (await call('GET', `${url}/events`, { token: merchant.token })).body.data.events
    assert.equal(latest.type, 'license.expired')
    assert.isAtLeast(Date.parse(latest.createdAt), released)
  })

  test('is dated after it in a bulk {0} too')
    .with([
      ['freeze', {}],
      ['extend', { days: 1 }],
      ['reset-hwid', {}],
    ] as const)
    .run(async ({ assert }, [command, fields]) => {
      const { token, orgId, ...merchant } = await createMerchant()
      const expiresAt = Date.parse('2090-01-01T00:00:00.000Z')
      const { id } = await makeLicense({ token, orgId, ...merchant }, { expiresAt })
      const path = `/v1/dashboard/orgs/${orgId}/licenses/${command}`
      const body = { licenseIds: [id], ...fields }
      const { operation } = (await call('POST', path, { token, body })).body.data
      const letGo = await hold([id])
      const working = slice(operation.id)
      await lockWaits(1)
      await delay(20)
      const released = Date.now()
      await letGo()
      await working
      const [latest] = (await call('GET', `/v1/dashboard/licenses/${id}/events`, { token })).body.data.events
      assert.equal(latest.actor.type, 'operation')
      assert.isAtLeast(Date.parse(latest.createdAt), released)
    })

  test('is dated after it in an import that updates', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token, orgId, productId } = merchant
    const { id, key } = await makeLicense(merchant)
    const path = `/v1/dashboard/orgs/${orgId}/licenses/import?productId=${productId}&onConflict=update`
    const { operation } = (await call('POST', path, { token, body: [{ key, frozen: true }] })).body.data
    const letGo = await hold([id])
    const working = slice(operation.id)
    await lockWaits(1)
    await delay(20)
    const released = Date.now()
    await letGo()
    await working
    const [latest] = (await call('GET', `/v1/dashboard/licenses/${id}/events`, { token })).body.data.events
    assert.equal(latest.type, 'license.frozen')
    assert.isAtLeast(Date.parse(latest.createdAt), released)
  })

  test('is dated after it when its end user makes it, or an owner is named: {$self}')
    .with(['reset', 'assign', 'redeem'] as const)
    .run(async ({ assert }, what) => {
      const { merchant, license, ask } = await createOwner()
      await bind(license.id, 'HWID', ['one'])
      const { key: apiKey } = await createApiKey(merchant, ['license:update', 'license:create'])
      const made = await call('POST', '/api/licenses/create', {
        apiKey,
        body: { productId: merchant.productId, count: 1 },
      })
      const [pending] = made.body.data.licenses
      const id = what === 'redeem' ? pending.id : license.id
      const owner = { username: 'joe' }
      const letGo = await hold([id])
      const waiting = {
        reset: () => ask('POST', '/reset-hwid', {}),
        assign: () =>
          call('POST', '/api/licenses/assign', { apiKey, body: { licenseId: license.id, ...owner } }),
        redeem: () =>
          call('POST', '/api/licenses/redeem', { apiKey, body: { licenseKey: pending.key, ...owner } }),
      }[what]()
      await lockWaits(1)
      await delay(20)
      const released = Date.now()
      await letGo()
      assert.equal((await waiting).status, 200)
      const { events } = (await call('GET', `/v1/dashboard/licenses/${id}/events`, { token: merchant.token }))
        .body.data
      assert.isAtLeast(Date.parse(events[0].createdAt), released)
    })
})
