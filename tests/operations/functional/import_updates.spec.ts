import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import ListItems from '#operations/queries/list_items'
import { firstRow, rows } from '#kernel/database/sql'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { postImport } from '#tests/testkit/upload'

/** Imports a CSV text with onConflict=update and waits for the end. */
async function update(merchant: Merchant, csv: string, more = '') {
  const query = `productId=${merchant.productId}&onConflict=update${more}`
  const started = await postImport(merchant, csv, 'text/csv', { query })
  const operation = await runToEnd(started.body.data.operation.id)
  const { items } = await new ListItems().execute(operation.id, { limit: 200 })
  return { operation, items }
}

function stateOf(id: string) {
  return firstRow<Record<string, unknown>>(
    db.connection(),
    `select status, frozen_at is not null as frozen, metadata, revision from licenses where id = ?`,
    [id]
  )
}

function timeline(id: string, operationId: string) {
  return rows<{ type: string; data: Record<string, unknown> }>(
    db.connection(),
    `select type, data from license_events where license_id = ? and operation_id = ? order by id`,
    [id, operationId]
  )
}

async function told(merchant: Merchant) {
  return rows<{ name: string; data: Record<string, unknown> }>(
    db.connection(),
    `select name, data from outbox_events where org_id = ? and name not in ('license.created', 'operation.completed')
     order by id`,
    [merchant.orgId]
  )
}

test.group('import that updates', () => {
  test('a state that no route allows is refused, row by row', async ({ assert }) => {
    const merchant = await createMerchant()
    const frozenAt = Date.now() - 1000
    const frozen = await seedLicenses(merchant, 3, { frozenAt, pausedSince: frozenAt })
    const [revoked] = await seedLicenses(merchant, 1, { status: 'REVOKED' })
    const [fine] = await seedLicenses(merchant, 1)
    const { operation, items } = await update(
      merchant,
      `key,status,frozen\n${frozen[0].key},PENDING,\n${frozen[1].key},EXPIRED,\n${revoked.key},,true\n` +
        `${frozen[2].key},SUSPENDED,\n${fine.key},SUSPENDED,true\n`
    )
    assert.containSubset(operation, { status: 'completed', succeeded: 2, failed: 3, result: { updated: 2 } })
    assert.deepEqual(
      items.map(({ line, code, message }) => [line, code, message]),
      [
        [2, 'CONFLICT', 'A license that is ACTIVE cannot become PENDING again'],
        [3, 'CONFLICT', 'A license becomes EXPIRED only when its expiry is in the past; this one is ACTIVE'],
        [4, 'CONFLICT', 'Only an ACTIVE license can be frozen; this one is REVOKED'],
      ]
    )
    assert.containSubset(await stateOf(frozen[0].id), { status: 'ACTIVE', frozen: true, revision: 1 })
    assert.containSubset(await stateOf(revoked.id), { status: 'REVOKED', frozen: false, revision: 1 })
    assert.containSubset(await stateOf(frozen[2].id), { status: 'SUSPENDED', frozen: true, revision: 2 })
    assert.containSubset(await stateOf(fine.id), { status: 'SUSPENDED', frozen: true, revision: 3 })
  })

  test('each move is told by its own event, once, and other fields by license.updated', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const [one, two] = await seedLicenses(merchant, 2)
    const csv = `key,status,frozen,maxHwidResets\n${one.key},REVOKED,,7\n${two.key},,true,\n`
    await update(merchant, csv, '&dryRun=true')
    assert.lengthOf(await told(merchant), 0)
    const { operation } = await update(merchant, csv)
    assert.deepEqual(operation.result, {
      created: 0,
      updated: 2,
      ignoredColumns: [],
      skippedBy: {},
      failedBy: {},
    })
    const events = await told(merchant)
    assert.lengthOf(events, 3)
    const [frozen] = events.filter(({ name }) => name === 'license.frozen')
    assert.sameMembers(Object.keys(frozen.data), [
      'licenseId',
      'productId',
      'frozenAt',
      'frozenDaysRemaining',
    ])
    assert.deepInclude(frozen.data, { licenseId: two.id, productId: merchant.productId })
    assert.deepEqual(
      events.filter(({ name }) => name !== 'license.frozen').map(({ name, data }) => [name, data]),
      [
        ['license.updated', { licenseId: one.id, fields: ['maxHwidResets'] }],
        ['license.revoked', { licenseId: one.id }],
      ]
    )
    const ones = await timeline(one.id, operation.id)
    assert.deepEqual(
      ones.map(({ type, data }) => [type, data.revision]),
      [
        ['license.updated', 2],
        ['license.revoked', 3],
      ]
    )
    assert.deepEqual(ones[1].data.before, { status: 'ACTIVE' })
    const twos = await timeline(two.id, operation.id)
    assert.deepEqual(
      twos.map(({ type }) => type),
      ['license.frozen']
    )
    const metric = await firstRow<{ count: number }>(
      db.connection(),
      `select coalesce(sum(delta), 0)::int as count from metric_deltas where org_id = ? and metric = 'revoked'`,
      [merchant.orgId]
    )
    assert.equal(metric!.count, 1)
    const counts = await rows<{ status: string; count: number }>(
      db.connection(),
      `select status, sum(delta)::int as count from license_count_deltas where org_id = ? group by status order by status`,
      [merchant.orgId]
    )
    assert.deepEqual(counts, [
      { status: 'ACTIVE', count: 1 },
      { status: 'REVOKED', count: 1 },
    ])
  })

  test('columns of single metadata names go into what is there; the whole replaces it', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const metadata = { plan: 'silver', seats: 3 }
    const [named, empty, whole, both] = await seedLicenses(merchant, 4, { metadata })
    const [full] = await seedLicenses(merchant, 1, { metadata: { text: 'x'.repeat(16_000) } })
    const { operation, items } = await update(
      merchant,
      `key,metadata,metadata.plan,metadata.note\n${named.key},,gold,\n${empty.key},,,\n` +
        `${whole.key},"{""a"":1}",,\n${both.key},"{""a"":1}",gold,\n${full.key},,,${'y'.repeat(1000)}\n`
    )
    assert.containSubset(operation, { succeeded: 3, skipped: 1, failed: 1 })
    assert.deepEqual(
      items.map(({ line, outcome, code }) => [line, outcome, code]),
      [
        [3, 'skipped', 'UNCHANGED'],
        [6, 'failed', 'VALIDATION_ERROR'],
      ]
    )
    assert.deepEqual((await stateOf(named.id))!.metadata, { plan: 'gold', seats: 3 })
    assert.deepEqual((await stateOf(empty.id))!.metadata, metadata)
    assert.deepEqual((await stateOf(whole.id))!.metadata, { a: 1 })
    assert.deepEqual((await stateOf(both.id))!.metadata, { a: 1, plan: 'gold' })
  })

  test('goes no way that no route goes: EXPIRED needs a past expiry, ACTIVE one ahead', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const past = { expirationMode: 'fixed' as const, expiresAt: Date.now() - 1000 }
    const expired = await seedLicenses(merchant, 3, { ...past, status: 'EXPIRED' })
    const [late] = await seedLicenses(merchant, 1, past)
    const ahead = new Date(Date.now() + 86_400_000).toISOString()
    const { operation, items } = await update(
      merchant,
      `key,status,frozen,expiresAt\n${expired[0].key},ACTIVE,,\n${expired[1].key},SUSPENDED,,\n` +
        `${expired[2].key},ACTIVE,,${ahead}\n${late.key},,true,\n`
    )
    assert.containSubset(operation, { succeeded: 1, failed: 3 })
    assert.deepEqual(
      items.map(({ line, code }) => [line, code]),
      [
        [2, 'CONFLICT'],
        [3, 'CONFLICT'],
        [5, 'CONFLICT'],
      ]
    )
    assert.containSubset(await stateOf(expired[0].id), { status: 'EXPIRED', revision: 1 })
    assert.containSubset(await stateOf(expired[1].id), { status: 'EXPIRED', revision: 1 })
    assert.containSubset(await stateOf(expired[2].id), { status: 'ACTIVE', revision: 2 })
    assert.containSubset(await stateOf(late.id), { status: 'EXPIRED', frozen: false, revision: 2 })
  })

  test('takes an expiry as a PATCH does, and update-only makes no license', async ({ assert }) => {
    const merchant = await createMerchant()
    const day = 86_400_000
    const both = { expirationMode: 'both' as const, expiresAt: Date.now() + day, expiresAfterDays: 30 }
    const [one] = await seedLicenses(merchant, 1, both)
    const [never] = await seedLicenses(merchant, 1)
    const query = `productId=${merchant.productId}&onConflict=update-only`
    const csv = `key,expiresAt\n${one.key},2031-02-13\n${never.key},2031-02-13\nNEW-KEY-1,2031-02-13\n`
    const started = await postImport(merchant, csv, 'text/csv', { query })
    const operation = await runToEnd(started.body.data.operation.id)
    assert.containSubset(operation, { succeeded: 1, failed: 2, result: { created: 0, updated: 1 } })
    const { items } = await new ListItems().execute(operation.id, { limit: 9 })
    assert.deepEqual(
      items.map(({ line, code, message }) => [line, code, message]),
      [
        [3, 'VALIDATION_ERROR', 'expiresAt is not allowed with expirationMode never'],
        [4, 'LICENSE_NOT_FOUND', 'The org has no license with this key'],
      ]
    )
    const row = await firstRow<Record<string, unknown>>(
      db.connection(),
      `select expiration_mode as mode, expires_after_days as days, expires_at as at from licenses where id = ?`,
      [one.id]
    )
    assert.deepEqual(row, { mode: 'both', days: 30, at: new Date('2031-02-13T00:00:00.000Z') })
  })

  test('leaves a frozen license what remains to it where its row says again what made it', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const [unfrozen] = await seedLicenses(merchant, 1)
    const limit = 'expirationMode,expiresAt,expiresAfterDays,activatedAt'
    const csv =
      `key,frozen,frozenAt,${limit}\nFROZEN-1,true,2019-12-30,fixed,2020-01-01,,\n` +
      `FROZEN-2,true,2026-01-01,both,2031-01-01,400,2025-01-01\n` +
      `${unfrozen.key},true,2026-01-01,fixed,2031-01-01,,\n`
    const first = await update(merchant, csv)
    assert.containSubset(first.operation, { succeeded: 3, result: { created: 2, updated: 1 } })
    const again = await update(merchant, csv)
    assert.deepEqual(
      again.items.map(({ code }) => code),
      ['UNCHANGED', 'UNCHANGED', 'UNCHANGED']
    )
    const moved = await update(
      merchant,
      'key,frozen,frozenAt,expiresAt\nFROZEN-1,true,2019-12-30,2020-01-03\n'
    )
    assert.containSubset(moved.operation, { succeeded: 1 })
    const row = await firstRow(
      db.connection(),
      `select status, expires_at as at, paused_since as since from licenses where org_id = ? and key = 'FROZEN-1'`,
      [merchant.orgId]
    )
    assert.deepEqual(row, { status: 'ACTIVE', at: new Date('2020-01-03'), since: new Date('2019-12-30') })
  })
})
