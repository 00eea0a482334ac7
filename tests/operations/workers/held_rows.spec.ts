import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import CancelOperation from '#operations/actions/cancel_operation'
import StartUndo from '#operations/kinds/undo/start_undo'
import { isFinal } from '#operations/rules/operation'
import ListItems from '#operations/queries/list_items'
import { databaseUrl } from '#kernel/database/datastores'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { askOf } from '#tests/testkit/asked_postgres'
import { assertExact } from '#tests/testkit/exactness'
import { change, merchantWith } from '#tests/testkit/faults'
import { find, freeOf, hold, hurry, slice } from '#tests/testkit/held'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { seededRandom } from '#tests/testkit/random'
import { authorize, createVendor } from '#tests/testkit/runtime'
import { until } from '#tests/testkit/wait'
import { listed, listedKeys } from '#tests/testkit/long_list'

test.group('licenses that somebody holds', (group) => {
  // The tests call the slices directly, without a queue.
  group.tap((test) => test.tags(['@once']))

  test('one of a thousand delays only itself: the others are done, and authorize goes on', async ({
    assert,
    cleanup,
  }) => {
    const vendor = await createVendor()
    const licenses = await seedLicenses(vendor, 1000)
    const ids = licenses.map((one) => one.id)
    const letGo = await hold([ids[500]])
    cleanup(letGo)
    const { id } = await change(vendor, 'licenses.freeze', { licenseIds: listed(ids) })
    const again = await slice(id)
    assert.containSubset(again, { again: true })
    assert.containSubset(await find(id), { status: 'running', total: 1000, succeeded: 999 })
    // While the next try waits for the one license, the others are not locked.
    await hurry(id)
    const trying = slice(id)
    assert.equal(await freeOf(ids), 999)
    await trying
    // A call that misses its deadline on a busy machine has no effect and is retried, as programs do.
    for (const { key } of licenses.slice(0, 10)) {
      const allowed = async () => {
        const { status, body } = await authorize(vendor, key)
        return status === 200 && body
      }
      assert.isTrue((await until('authorize', allowed)).data.wasActivated)
    }
    await letGo()
    await runToEnd(id)
    await assertExact(id, { total: 1000, succeeded: 1000 })

    const undo = await app.container.make(StartUndo)
    const { id: undoId } = await undo.execute(vendor.scope, await find(id))
    assert.containSubset(await runToEnd(undoId), { total: 1000, succeeded: 990, skipped: 10, failed: 0 })
    await assertExact(undoId, { total: 1000, succeeded: 990 })
  })

  test('items keep their places, whoever is held when: {$self}')
    .with(['licenses.freeze', 'licenses.delete'] as const)
    .run(async ({ assert, cleanup }, type) => {
      const merchant = await createMerchant()
      const free = await seedLicenses(merchant, 4)
      const paused = { frozenAt: Date.now(), pausedSince: Date.now() }
      const [frozen] = await seedLicenses(merchant, 1, paused)
      const [a, b, c, d] = free.map((one) => one.id)
      const [first, second] = [await hold([a]), await hold([c, frozen.id])]
      cleanup(first)
      cleanup(second)
      const licenseIds = [a, newId(), b, frozen.id, c, d]
      const { id } = await change(merchant, type, { licenseIds: listed(licenseIds) })
      await slice(id)
      assert.containSubset(await find(id), { processed: 3, succeeded: 2, failed: 1 })
      await second()
      await hurry(id)
      await slice(id)
      const skipped = type === 'licenses.freeze' ? 1 : 0
      assert.containSubset(await find(id), { processed: 5, succeeded: 4 - skipped, skipped, failed: 1 })
      await first()
      await runToEnd(id)
      await assertExact(id, { total: 6, succeeded: 5 - skipped })
      const { items } = await new ListItems().execute(id, { limit: 10 })
      const expected = [[1, 'LICENSE_NOT_FOUND'], ...(skipped ? [[3, 'ALREADY_FROZEN']] : [])]
      assert.deepEqual(
        items.map(({ index, code }) => [index, code]),
        expected
      )
    })

  test('whatever is held from try to try, each license is changed once', async ({ assert }) => {
    const { seed, random } = seededRandom()
    const { merchant, licenseIds } = await merchantWith(40)
    const { id } = await change(merchant, 'licenses.revoke', { licenseIds: listed(licenseIds) })
    for (let round = 0; round < 12 && !isFinal((await find(id)).status); round++) {
      const letGo = await hold(licenseIds.filter(() => random() < 0.5))
      // The first remaining license may belong to either part of a chunk.
      await hurry(id)
      await slice(id)
      await letGo()
    }
    await runToEnd(id)
    await assertExact(id, { total: 40, succeeded: 40 })
    const [{ twice }] = await rows<{ twice: number }>(
      db.connection(),
      `select count(*)::int - count(distinct named)::int as twice
       from operation_chunks, unnest(license_ids) as named where operation_id = ? and named is not null`,
      [id]
    )
    assert.equal(twice, 0, `seed ${seed}`)
  })

  test('a chunk that waits in vain is given back without a fault, and a cancel does not wait for it', async ({
    assert,
    cleanup,
  }) => {
    const { merchant, licenseIds } = await merchantWith(2)
    const letGo = await hold(licenseIds)
    cleanup(letGo)
    const { id } = await change(merchant, 'licenses.freeze', { licenseIds: listed(licenseIds) })
    for (let attempt = 0; attempt < 6; attempt++) {
      await hurry(id)
      assert.containSubset(await slice(id), { again: true })
    }
    const [chunk] = await rows<object>(
      db.connection(),
      'select faults, given_back as "givenBack" from operation_chunks where operation_id = ?',
      [id]
    )
    assert.deepEqual(chunk, { faults: 0, givenBack: 6 })
    await (await app.container.make(CancelOperation)).execute(await find(id))
    await slice(id)
    assert.containSubset(await find(id), { status: 'cancelled', processed: 0 })
  })

  test('a worker, whose connections wait for a lock as long as it takes, gives such a chunk back too', async ({
    assert,
    cleanup,
  }) => {
    cleanup(askOf(databaseUrl()))
    const [{ patience }] = await rows<{ patience: string }>(
      db.connection(),
      `select current_setting('lock_timeout') as patience`
    )
    assert.equal(patience, '0')
    const { merchant, licenseIds } = await merchantWith(2)
    const letGo = await hold(licenseIds)
    cleanup(letGo)
    const { id } = await change(merchant, 'licenses.freeze', { licenseIds: listed(licenseIds) })
    const trying = slice(id)
    const givenBack =
      'select 1 from operation_chunks where operation_id = ? and given_back > 0 and faults = 0'
    await until('the chunk', async () => (await rows(db.connection(), givenBack, [id])).length > 0)
    await letGo()
    await trying
    await runToEnd(id)
    await assertExact(id, { total: 2, succeeded: 2 })
  })

  test('keys that no license has keep their places, whoever is held', async ({ assert, cleanup }) => {
    const merchant = await createMerchant()
    const [a, b, c] = await seedLicenses(merchant, 3)
    const letGo = await hold([a.id, c.id])
    cleanup(letGo)
    const licenseKeys = ['NO-1', a.key, 'NO-2', b.key, 'NO-3', c.key, 'NO-4']
    const { id } = await change(merchant, 'licenses.revoke', { licenseKeys: listedKeys(licenseKeys) })
    await slice(id)
    assert.containSubset(await find(id), { processed: 5, succeeded: 1, failed: 4 })
    await letGo()
    await runToEnd(id)
    await assertExact(id, { total: 7, succeeded: 3 })
    const { items } = await new ListItems().execute(id, { limit: 10 })
    assert.deepEqual(
      items.map(({ index, key, licenseId, code }) => [index, key, licenseId, code]),
      [0, 2, 4, 6].map((index) => [index, licenseKeys[index], null, 'LICENSE_NOT_FOUND'])
    )
  })

  test('a cancel does not wait for the planning of a filter', async ({ assert, cleanup }) => {
    const { merchant } = await merchantWith(3)
    const { id } = await change(merchant, 'licenses.freeze', { filter: {} })
    const blocker = await db.transaction()
    cleanup(async () => void (blocker.isCompleted || (await blocker.rollback())))
    await rows(blocker, 'lock table operation_chunks in share row exclusive mode')
    const planning = slice(id)
    const blocked = `select 1 from pg_locks where not granted and relation = 'operation_chunks'::regclass`
    await until('the planner to insert', async () => (await rows(db.connection(), blocked)).length > 0)
    const cancelled = await (await app.container.make(CancelOperation)).execute(await find(id))
    assert.equal(cancelled.status, 'cancelling')
    await blocker.rollback()
    await planning
    await slice(id)
    assert.containSubset(await find(id), { status: 'cancelled', total: 0, processed: 0 })
    assert.lengthOf(
      await rows(db.connection(), 'select 1 from operation_chunks where operation_id = ?', [id]),
      0
    )
  })
})
