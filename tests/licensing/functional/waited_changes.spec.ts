import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { hold, slice } from '#tests/testkit/held'
import { lockWaits } from '#tests/testkit/lock_waits'
import { makeLicense } from '#tests/testkit/made_licenses'
import { createMerchant } from '#tests/testkit/merchant'

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
})
