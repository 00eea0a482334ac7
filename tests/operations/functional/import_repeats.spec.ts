import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { Readable } from 'node:stream'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import RunOperation from '#operations/actions/run_operation'
import StoreUpload, { discardUpload } from '#operations/kinds/import/store_upload'
import { LIMITS } from '#kernel/files/file_limits'
import ListItems from '#operations/queries/list_items'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { TWINS } from '#tests/testkit/twin_keys'
import { postImport } from '#tests/testkit/upload'

/** Four parts of a file. REPEAT is in each of them, first on line 3, and NEAR is twice in one. */
function fileWithRepeats() {
  const lines = Array.from({ length: 3500 }, (_, at) => `ROW-${at},${at}`)
  for (const at of [1, 1200, 1201, 2100, 3400]) lines[at] = `REPEAT,${at}`
  for (const at of [700, 701]) lines[at] = `NEAR,${at}`
  return `key,metadata.row\n${lines.join('\n')}\n`
}

/** Makes `crypto.randomInt` return these numbers first; returns a function that ends this. */
function loadDice(numbers: readonly number[]) {
  const { randomInt } = crypto
  const next = [...numbers]
  const throwLoaded = (...range: Parameters<typeof randomInt>) => next.shift() ?? randomInt(...range)
  const put = (dice: typeof randomInt) => {
    crypto.randomInt = dice
    syncBuiltinESMExports()
  }
  put(throwLoaded as typeof randomInt)
  return () => put(randomInt)
}

async function rowsOf({ orgId }: Merchant, keys: string[]) {
  const found = await rows<{ row: string }>(
    db.connection(),
    `select metadata->>'row' as row from licenses where org_id = ? and key = any(?::text[]) order by key desc`,
    [orgId, keys]
  )
  return found.map(({ row }) => row)
}

test.group('keys that a file repeats', () => {
  test('the first line wins and the others fail, with several workers at once: {$self}')
    .with(['fail', 'skip', 'update'] as const)
    .run(async ({ assert }, onConflict) => {
      const merchant = await createMerchant()
      const query = `productId=${merchant.productId}&onConflict=${onConflict}`
      for (const [turn, succeeded] of [
        ['new', 3495],
        ['taken', 0],
      ] as const) {
        const started = await postImport(merchant, fileWithRepeats(), 'text/csv', { query })
        const { id } = started.body.data.operation
        const workers = Array.from({ length: 4 }, async () => {
          const run = await app.container.make(RunOperation)
          await run.execute(id, { signal: new AbortController().signal })
        })
        await Promise.all(workers)
        const operation = await runToEnd(id)
        assert.equal(operation.succeeded, succeeded, turn)
        const { items } = await new ListItems().execute(id, { limit: 5000, outcome: 'failed' })
        const repeats = items.filter(({ message }) => message.includes('of the file has this key already'))
        assert.deepEqual(
          repeats.map(({ line, key, code, message }) => [line, key, code, /Line (\d+)/.exec(message)?.[1]]),
          [
            [703, 'NEAR', 'CONFLICT', '702'],
            ...[1202, 1203, 2102, 3402].map((line) => [line, 'REPEAT', 'CONFLICT', '3']),
          ]
        )
        assert.deepEqual(await rowsOf(merchant, ['REPEAT', 'NEAR']), ['1', '700'])
      }
    })

  test('a dry run says the same', async ({ assert }) => {
    const merchant = await createMerchant()
    const query = `productId=${merchant.productId}&dryRun=true`
    const started = await postImport(merchant, fileWithRepeats(), 'text/csv', { query })
    const operation = await runToEnd(started.body.data.operation.id)
    assert.containSubset(operation, { succeeded: 3495, failed: 5 })
  })

  test('the first line speaks for its key even if it is a bad one', async ({ assert }) => {
    const merchant = await createMerchant()
    const started = await postImport(merchant, 'key,status\nAAAA,nonsense\nAAAA,ACTIVE\n')
    const operation = await runToEnd(started.body.data.operation.id)
    assert.containSubset(operation, { succeeded: 0, failed: 2 })
  })
})

test.group('keys that the org has', () => {
  test('are skipped, as asked, though their rows could make no license any more', async ({ assert }) => {
    const merchant = await createMerchant()
    const [taken] = await seedLicenses(merchant, 1)
    const csv = `key,expiresAt\n${taken.key},2020-01-01\nNEWKEY,2020-01-01\n`
    for (const dryRun of [true, false]) {
      const query = `productId=${merchant.productId}&onConflict=skip&dryRun=${dryRun}`
      const { id } = (await postImport(merchant, csv, 'text/csv', { query })).body.data.operation
      await runToEnd(id)
      const { items } = await new ListItems().execute(id, { limit: 9 })
      assert.deepEqual(
        items.map(({ key, outcome, code }) => [key, outcome, code]),
        [
          [taken.key, 'skipped', 'ALREADY_EXISTS'],
          ['NEWKEY', 'failed', 'VALIDATION_ERROR'],
        ]
      )
    }
  })
})

test.group('the secret of an upload', () => {
  test('is drawn for each of them, so nobody can prepare keys that crowd into one place', async ({
    assert,
    cleanup,
  }) => {
    const repeats = async () => {
      const id = newId()
      cleanup(() => discardUpload(id))
      const bytes = Readable.from([Buffer.from(`key\n${TWINS.keys.join('\n')}\n`)])
      const { parts } = await new StoreUpload().execute(id, { bytes, name: null, type: 'text/csv' })
      return parts.flatMap((part) => part.repeats)
    }
    cleanup(loadDice(TWINS.secret))
    assert.deepEqual(await repeats(), [[1, 2]])
    assert.deepEqual(await repeats(), [], 'the next upload has another secret')
  })
})

test.group('limits of an import', (group) => {
  group.each.teardown(() => app.container.restore(StoreUpload))

  test('one row, or one byte, above the limit is refused and leaves nothing: {$self}')
    .with([-1, 0, 1])
    .run(async ({ assert }, over) => {
      const merchant = await createMerchant()
      const file = `key\n${'AAAA\n'.repeat(2000)}`
      for (const limits of [{ rows: 2000 - over }, { bytes: file.length - over }]) {
        app.container.swap(StoreUpload, () => new StoreUpload({ ...LIMITS, ...limits }))
        const { status, body } = await postImport(merchant, file)
        assert.equal(status, over > 0 ? 400 : 202)
        if (over > 0) assert.match(body.error.message, /more than 1999 records|larger than 10003 bytes/)
      }
      const operations = await rows(db.connection(), 'select id from operations where org_id = ?', [
        merchant.orgId,
      ])
      assert.lengthOf(operations, over > 0 ? 0 : 2)
    })
})
