import { test } from '@japa/runner'
import type { Observation, Observed } from '#kernel/observe/observations'
import { observe, subscribe } from '#kernel/observe/observe'
import { BASE } from '#tests/testkit/http'
import { seedLicenses } from '#tests/testkit/licenses'
import { loggedObservations } from '#tests/testkit/observations'
import { lowered } from '#tests/testkit/limits'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { openReceiver, status } from '#tests/testkit/receiver'
import { authorize, createVendor, seedLicense } from '#tests/testkit/runtime'
import { until } from '#tests/testkit/wait'
import { createEndpoint, emit, manualEngine } from '#tests/testkit/webhooks'

const NAMES: Observation[] = [
  ...(['operation_began', 'operation_chunk_done', 'operation_ended', 'delivery_attempted'] as const),
  ...(['limit_hit', 'session_evicted', 'job_failed'] as const),
]

/** Freezes a license with a bulk operation. Returns its id. */
async function freezeOne(merchant: Merchant) {
  const [license] = await seedLicenses(merchant, 1)
  const answer = await fetch(`${BASE}/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`, {
    method: 'POST',
    headers: { authorization: `Bearer ${merchant.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ licenseIds: [license.id] }),
  })
  const { data } = (await answer.json()) as { data: { operation: { id: string } } }
  await runToEnd(data.operation.id)
  return { operationId: data.operation.id, license }
}

test.group('what the code tells of its work', () => {
  test('an operation begins, does a chunk and ends, each in one line', async ({ assert, cleanup }) => {
    const { lines, find } = loggedObservations(cleanup)
    const merchant = await createMerchant()
    const { operationId, license } = await freezeOne(merchant)
    for (const name of ['operation_began', 'operation_chunk_done', 'operation_ended'] as const) {
      const found = await find(name, (one) => one.operationId === operationId)
      assert.lengthOf(found, 1, name)
      assert.equal(found[0].orgId, merchant.orgId)
    }
    assert.notInclude(lines.join('\n'), license.key)
  })

  test('an attempt of a delivery is told with what came of it', async ({ assert, cleanup }) => {
    const { lines, find } = loggedObservations(cleanup)
    await using receiver = await openReceiver(status(500))
    await using engine = manualEngine()
    const merchant = await createMerchant()
    const { id, secret } = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.updated', [{ licenseId: merchant.productId, fields: ['status'] }])
    await engine.run()
    const found = await find('delivery_attempted', (one) => one.endpointId === id)
    assert.lengthOf(found, 1)
    assert.containsSubset(found[0], { event: 'license.updated', attempt: 1, outcome: 'pending' })
    assert.equal(found[0].orgId, merchant.orgId)
    assert.notInclude(lines.join('\n'), secret)
  })

  test('a full window is told with its request', async ({ assert, cleanup }) => {
    const { lines, find } = loggedObservations(cleanup)
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    using _ = lowered({ productPerMinute: 1 })
    await authorize(vendor, license.key)
    const refused = await authorize(vendor, license.key)
    assert.equal(refused.status, 429)
    const id = refused.headers.get('x-request-id')
    const found = await find('limit_hit', (one) => one.request_id === id)
    assert.lengthOf(found, 1)
    assert.containsSubset(found[0], { limit: 'product', productId: vendor.productId, orgId: vendor.orgId })
    assert.notInclude(lines.join('\n'), license.key)
    assert.notInclude(lines.join('\n'), vendor.key)
  })

  test('a subscriber that throws, rejects or is slow changes nothing', async ({ assert, cleanup }) => {
    const { find } = loggedObservations(cleanup)
    const slow = new Promise(() => {})
    for (const fault of [() => assert.fail('thrown'), () => Promise.reject(new Error('late')), () => slow]) {
      cleanup(subscribe(NAMES, fault))
    }
    const { operationId } = await freezeOne(await createMerchant())
    assert.lengthOf(await find('operation_ended', (one) => one.operationId === operationId), 1)
  })

  test('what ends its subscription hears no more', async ({ assert }) => {
    const heard: Observed[] = []
    const end = subscribe(NAMES, (observed) => heard.push(observed))
    const facts = { operationId: 'o', orgId: 'a', status: 'completed' }
    observe('operation_ended', facts)
    await until('the first', () => heard.length > 0)
    end()
    observe('operation_ended', facts)
    await new Promise(setImmediate)
    assert.deepEqual(heard.filter(({ name }) => name === 'operation_ended').length, 1)
  })

  test('sessions that make room are told', async ({ assert, cleanup }) => {
    const { lines, find } = loggedObservations(cleanup)
    const vendor = await createVendor({ maxConcurrentSessions: 1, onSessionLimit: 'evict_oldest' })
    const license = await seedLicense(vendor)
    await authorize(vendor, license.key, { sessionId: 'first' })
    await authorize(vendor, license.key, { sessionId: 'second' })
    const found = await find('session_evicted', (one) => one.licenseId === license.id)
    assert.lengthOf(found, 1)
    assert.containsSubset(found[0], { count: 1, orgId: vendor.orgId, productId: vendor.productId })
    assert.notInclude(lines.join('\n'), license.key)
  })
})
