import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import StartBulkChange from '#operations/actions/start_bulk_change'
import StartUndo from '#operations/kinds/undo/start_undo'
import ListItems from '#operations/queries/list_items'
import { firstRow, rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { seedLicenses } from '#tests/testkit/licenses'
import { outgoingEvents } from '#tests/testkit/made_licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { authorize, createVendor, seedLicense } from '#tests/testkit/runtime'
import { listed } from '#tests/testkit/long_list'

const DAY = 86_400_000
const past = () => ({ expirationMode: 'fixed' as const, expiresAt: Date.now() - 1000 })

function stateOf(id: string) {
  return firstRow<{ status: string; frozen: boolean; revision: number }>(
    db.connection(),
    'select status, frozen_at is not null as frozen, revision from licenses where id = ?',
    [id]
  )
}

function timeline(id: string) {
  return rows<{ type: string; actor: string; operationId: string | null }>(
    db.connection(),
    `select type, actor_type as actor, operation_id as "operationId" from license_events
     where license_id = ? and type <> 'license.created' order by id`,
    [id]
  )
}

test.group('freezing a license whose limit is past', () => {
  test('answers CONFLICT and marks the license EXPIRED, without an outgoing event: {0}')
    .with([
      ['plain', {}],
      ['with an idempotency key', { 'idempotency-key': randomUUID() }],
    ] as [string, Record<string, string>][])
    .run(async ({ assert }, [, headers]) => {
      const merchant = await createMerchant()
      const [license] = await seedLicenses(merchant, 1, past())
      const before = await outgoingEvents(merchant)
      const freeze = () =>
        call('PATCH', `/v1/dashboard/licenses/${license.id}`, {
          token: merchant.token,
          body: { frozen: true, metadata: { seen: true } },
          headers,
        })
      for (const times of [1, 2]) {
        const { status, body } = await freeze()
        assert.equal(status, 409, `call ${times}`)
        assert.equal(body.error.code, 'CONFLICT')
        assert.match(body.error.message, /this one is EXPIRED/)
        assert.deepEqual(await stateOf(license.id), { status: 'EXPIRED', frozen: false, revision: 2 })
      }
      assert.deepEqual(await timeline(license.id), [
        { type: 'license.expired', actor: 'system', operationId: null },
      ])
      assert.deepEqual(await outgoingEvents(merchant), before)
    })

  test('a PATCH that is refused for its own past date marks nothing', async ({ assert }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1, { ...past(), expiresAt: Date.now() + DAY })
    const body = { frozen: true, expiresAt: new Date(Date.now() - DAY).toISOString() }
    const answer = await call('PATCH', `/v1/dashboard/licenses/${license.id}`, {
      token: merchant.token,
      body,
    })
    assert.equal(answer.status, 409)
    assert.deepEqual(await stateOf(license.id), { status: 'ACTIVE', frozen: false, revision: 1 })
  })

  test('in bulk its item fails with CONFLICT, and an undo does not bring it back', async ({ assert }) => {
    const merchant = await createMerchant()
    const [gone] = await seedLicenses(merchant, 1, past())
    const [fine] = await seedLicenses(merchant, 1)
    const start = await app.container.make(StartBulkChange)
    const target = { licenseIds: listed([gone.id, fine.id]) }
    const run = async (dryRun: boolean) =>
      runToEnd((await start.execute(merchant.scope, 'licenses.freeze', { ...target, dryRun })).id)
    assert.containSubset(await run(true), { succeeded: 1, failed: 1 })
    assert.containSubset(await stateOf(gone.id), { status: 'ACTIVE' })
    const operation = await run(false)
    assert.containSubset(operation, { succeeded: 1, failed: 1 })
    const { items } = await new ListItems().execute(operation.id, { limit: 9 })
    assert.containSubset(items, [{ licenseId: gone.id, outcome: 'failed', code: 'CONFLICT' }])
    assert.deepEqual(await stateOf(gone.id), { status: 'EXPIRED', frozen: false, revision: 2 })
    const undo = await app.container.make(StartUndo)
    await runToEnd((await undo.execute(merchant.scope, operation)).id)
    assert.deepEqual(await stateOf(gone.id), { status: 'EXPIRED', frozen: false, revision: 2 })
    assert.containSubset(await stateOf(fine.id), { status: 'ACTIVE', frozen: false })
  })
})

test.group('an authorize that finds a frozen license past its limit', () => {
  test('marks it EXPIRED and ends the freeze', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor, { expirationMode: 'fixed', expiresAt: Date.now() + DAY })
    for (const body of [{ frozen: true }, { expiresAt: new Date(Date.now() - DAY).toISOString() }]) {
      const { status } = await call('PATCH', `/v1/dashboard/licenses/${license.id}`, {
        token: vendor.token,
        body,
      })
      assert.equal(status, 200)
    }
    const denied = await authorize(vendor, license.key)
    assert.equal(denied.body.reasonCode, 'LICENSE_EXPIRED')
    assert.deepEqual(await stateOf(license.id), { status: 'EXPIRED', frozen: false, revision: 4 })
    assert.equal((await authorize(vendor, license.key)).body.reasonCode, 'LICENSE_EXPIRED')
  })
})
