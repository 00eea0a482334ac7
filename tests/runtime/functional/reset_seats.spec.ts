import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { runToEnd } from '#tests/testkit/operations'
import { heldBy } from '#tests/testkit/own_licenses'
import { authorize, createVendor, seedLicense, type Vendor } from '#tests/testkit/runtime'

const POLICY = { hwidMode: 'sticky', maxConcurrentSessions: 1, sessionTtlSeconds: 86_400 } as const

/** A license whose only seat its old device holds. */
async function createHeld(policy: Parameters<typeof createVendor>[0] = POLICY) {
  const vendor = await createVendor(policy)
  const license = await seedLicense(vendor)
  const run = (hwid: string) => authorize(vendor, license.key, { hwid })
  const { body } = await run('old')
  return { vendor, license, run, sessionId: body.data.sessionId }
}

const single = ({ token }: Vendor, id: string, path: string) =>
  call('POST', `/v1/dashboard/licenses/${id}/${path}`, { token })

async function bulk({ orgId, token }: Vendor, id: string, path: string) {
  const body = { licenseIds: [id, newId()] }
  const started = await call('POST', `/v1/dashboard/orgs/${orgId}/licenses/${path}`, { token, body })
  await runToEnd(started.body.data.operation.id)
}

/** interface#binding-resets */
test.group('the seats of a license after a reset by its merchant', () => {
  test('are free for its new device: {$self}')
    .with(['single', 'bulk'])
    .run(async ({ assert }, way) => {
      const { vendor, license, run } = await createHeld()
      assert.equal((await run('new')).body.reasonCode, 'HWID_STICKY_VIOLATION')
      await (way === 'bulk' ? bulk : single)(vendor, license.id, 'reset-hwid')
      assert.equal((await run('new')).status, 200)
      assert.equal((await run('old')).body.reasonCode, 'HWID_STICKY_VIOLATION')
    })

  test('stay with their programs if nothing was bound: {$self}')
    .with(['reset-hwid', 'reset-ip'])
    .run(async ({ assert }, path) => {
      const { vendor, license, sessionId } = await createHeld({ ...POLICY, hwidMode: 'none' })
      await single(vendor, license.id, path)
      assert.deepEqual((await heldBy(license.id)).sessions, [sessionId])
    })
})
