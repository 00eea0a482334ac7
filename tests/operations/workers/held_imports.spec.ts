import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { isFinal } from '#operations/rules/operation'
import { failedRows } from '#operations/kinds/import/failed_rows'
import ListItems from '#operations/queries/list_items'
import { firstRow, rows } from '#kernel/database/sql'
import { find, freeOf, hold, hurry, slice } from '#tests/testkit/held'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { seededRandom } from '#tests/testkit/random'
import { postImport } from '#tests/testkit/upload'

/** Starts an import of a CSV text that changes licenses. */
async function start(merchant: Merchant, csv: string, more = 'onConflict=update') {
  const query = `productId=${merchant.productId}&${more}`
  return (await postImport(merchant, csv, 'text/csv', { query })).body.data.operation.id
}

const csvOf = (keys: string[]) => `key,maxHwidResets\n${keys.map((key) => `${key},7\n`).join('')}`

/** The number of licenses with these ids that an operation has changed, and of its timeline lines for them. */
function changedBy(operationId: string, ids: string[]) {
  return firstRow(
    db.connection(),
    `select count(*)::int as lines, count(distinct license_id)::int as licenses,
       (select count(*)::int from licenses
        where id = any(?::uuid[]) and max_hwid_resets = 7 and revision = 2) as changed
     from license_events where operation_id = ? and license_id = any(?::uuid[])`,
    [ids, operationId, ids]
  )
}

test.group('imports that update licenses that somebody holds', (group) => {
  // The tests call the slices directly, without a queue.
  group.tap((test) => test.tags(['@once']))

  test('one held license delays only its own row', async ({ assert, cleanup }) => {
    const merchant = await createMerchant()
    const licenses = await seedLicenses(merchant, 300)
    const ids = licenses.map((one) => one.id)
    const letGo = await hold([ids[150]])
    cleanup(letGo)
    const keys = licenses.map((one) => one.key)
    const id = await start(merchant, csvOf([...keys, 'NEW-1', ...keys.slice(0, 1), 'NEW-2']))
    assert.containSubset(await slice(id), { again: true })
    assert.containSubset(await find(id), { status: 'running', total: 303, succeeded: 301, failed: 1 })
    // While the next try waits for the one license, the others are not locked.
    await hurry(id)
    const trying = slice(id)
    assert.equal(await freeOf(ids), 299)
    await trying
    await letGo()
    await hurry(id)
    const result = { created: 2, updated: 300, ignoredColumns: [], skippedBy: {}, failedBy: { CONFLICT: 1 } }
    assert.containSubset(await runToEnd(id), { status: 'completed', succeeded: 302, failed: 1, result })
    assert.deepEqual(await changedBy(id, ids), { lines: 300, licenses: 300, changed: 300 })
  })

  test('a part whose licenses are all held is given back without a fault', async ({ assert, cleanup }) => {
    const merchant = await createMerchant()
    const licenses = await seedLicenses(merchant, 2)
    const ids = licenses.map((one) => one.id)
    const letGo = await hold(ids)
    cleanup(letGo)
    const id = await start(merchant, csvOf(licenses.map((one) => one.key)))
    assert.containSubset(await slice(id), { again: true })
    assert.containSubset(await find(id), { status: 'running', processed: 0 })
    const chunks = await rows(
      db.connection(),
      'select faults, given_back as "givenBack" from operation_chunks where operation_id = ?',
      [id]
    )
    assert.deepEqual(chunks, [{ faults: 0, givenBack: 1 }])
    await letGo()
    await hurry(id)
    assert.containSubset(await runToEnd(id), { status: 'completed', succeeded: 2, failed: 0 })
    assert.deepEqual(await changedBy(id, ids), { lines: 2, licenses: 2, changed: 2 })
  })

  test('whatever is held from try to try, each row has its outcome once, at its place', async ({
    assert,
  }) => {
    const { seed, random } = seededRandom()
    const merchant = await createMerchant()
    const licenses = await seedLicenses(merchant, 40)
    const ids = licenses.map((one) => one.id)
    // Every tenth row names a key that does not exist.
    const keys = licenses.flatMap(({ key }, at) => (at % 10 === 0 ? [`NONE-${at}`, key] : [key]))
    const id = await start(merchant, csvOf(keys), 'onConflict=update-only')
    for (let round = 0; round < 12 && !isFinal((await find(id)).status); round++) {
      const letGo = await hold(ids.filter(() => random() < 0.5))
      await hurry(id)
      await slice(id)
      await letGo()
    }
    await hurry(id)
    const counts = { status: 'completed', total: 44, processed: 44, succeeded: 40, skipped: 0, failed: 4 }
    assert.containSubset(await runToEnd(id), counts, `seed ${seed}`)
    assert.deepEqual(await changedBy(id, ids), { lines: 40, licenses: 40, changed: 40 })
    const { items } = await new ListItems().execute(id, { limit: 50 })
    assert.deepEqual(
      items.map(({ index, line, key, code }) => [index, line, key, code]),
      [0, 10, 20, 30].map((at) => {
        const index = at + at / 10
        return [index, index + 2, `NONE-${at}`, 'LICENSE_NOT_FOUND']
      })
    )
    const told = (await Array.fromAsync(failedRows(await find(id)))).map((line) => String(line).split(',')[0])
    assert.deepEqual(told, ['key', 'NONE-0', 'NONE-10', 'NONE-20', 'NONE-30'])
  })

  test('a dry run waits for nobody', async ({ assert, cleanup }) => {
    const merchant = await createMerchant()
    const licenses = await seedLicenses(merchant, 3)
    cleanup(await hold([licenses[1].id]))
    const id = await start(merchant, csvOf(licenses.map((one) => one.key)), 'onConflict=update&dryRun=true')
    await slice(id)
    assert.containSubset(await find(id), { status: 'completed', succeeded: 3, result: { updated: 3 } })
  })
})
