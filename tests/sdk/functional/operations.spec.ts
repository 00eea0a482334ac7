import { test } from '@japa/runner'
import type { OperationProgress } from '#sdk/api/operation_types'
import { failureOf } from '#tests/testkit/client'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { dashboardSdk, keyedSdk } from '#tests/testkit/sdk'

test.group('SDK: operations', () => {
  for (const stream of [true, false]) {
    test(`are waited for with progress, ${stream ? 'over the stream' : 'by asking'}`, async ({ assert }) => {
      const merchant = await createMerchant()
      await seedLicenses(merchant, 50)
      const { licenses, operations } = await keyedSdk(merchant)
      const operation = await licenses.bulk.freeze({ filter: { status: 'ACTIVE' }, reason: 'audit' })
      const seen: OperationProgress[] = []
      const options = {
        stream,
        pollMs: 50,
        onProgress: (progress: OperationProgress) => void seen.push(progress),
      }
      const ended = operations.wait(operation, options)
      await runToEnd(operation.id)
      assert.containSubset(await ended, { status: 'completed', progress: { total: 50, succeeded: 50 } })
      assert.containSubset(seen.at(-1), { status: 'completed', succeeded: 50 })
      const again = await operations.wait(operation.id, { stream })
      assert.equal(again.status, 'completed')
    })
  }

  test('of an org are watched, all at once, until nobody reads on', async ({ assert }) => {
    const merchant = await createMerchant()
    const licenses = await seedLicenses(merchant, 1)
    const org = dashboardSdk(merchant).org(merchant.orgId)
    const licenseIds = licenses.map(({ id }) => id)
    const started = await org.licenses.bulk.freeze({ licenseIds, reason: 'audit' })
    const leaving = new AbortController()
    const seen: string[] = []
    const reading = (async () => {
      for await (const news of org.operations.watch({ signal: leaving.signal })) {
        seen.push(`${news.id === started.id} ${news.status} ${'type' in news}`)
        if (seen.length === 1) await runToEnd(started.id)
        if ('type' in news) leaving.abort(new Error('Enough'))
      }
    })()
    await assert.rejects(() => reading, 'Enough')
    assert.equal(seen[0], 'true queued false')
    assert.equal(seen.at(-1), 'true completed true')
  })

  test('are tried, applied, undone, listed and looked into', async ({ assert }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const { licenses, operations } = await keyedSdk(merchant)
    const dry = await licenses.bulk.extend({ licenseKeys: [license.key], days: 3, dryRun: true })
    await runToEnd(dry.id)
    assert.isTrue((await operations.get(dry.id)).dryRun)
    for await (const item of operations.items(dry.id)) assert.equal(item.code, 'NO_EXPIRATION')
    const revoke = await licenses.bulk.revoke({ licenseIds: [license.id], dryRun: true })
    await runToEnd(revoke.id)
    const applied = await operations.apply(revoke.id)
    await runToEnd(applied.id)
    assert.equal((await licenses.get(license.id)).status, 'REVOKED')
    const undo = await operations.undo(applied.id, { reason: 'a mistake' })
    await runToEnd(undo.id)
    assert.equal((await licenses.get(license.id)).status, 'ACTIVE')
    assert.equal((await failureOf(operations.cancel(undo.id)))?.code, 'CONFLICT')
    const deleted = await licenses.bulk.delete({ licenseIds: [license.id] })
    await runToEnd(deleted.id)
    const { items } = await operations.list({ type: 'licenses.delete' }).first()
    assert.deepEqual(
      items.map(({ id }) => id),
      [deleted.id]
    )
  })

  test('imports tell how much is sent, and exports give their file', async ({ assert }) => {
    const merchant = await createMerchant()
    const { licenses, operations } = dashboardSdk(merchant).org(merchant.orgId)
    const { productId } = merchant
    const rows = Array.from({ length: 9000 }, (_, row) => `IMPORTED-${row},x`)
    const file = ['License Key,Note', ...rows].join('\n')
    const sent: [number, number | null][] = []
    const operation = await licenses.import(
      new Blob([file], { type: 'text/csv' }),
      { productId, map: { key: 'License Key', 'metadata.note': 'Note' } },
      { onUpload: (bytes, total) => void sent.push([bytes, total]) }
    )
    assert.deepEqual(sent.at(-1), [file.length, file.length])
    assert.isAbove(sent.length, 1)
    assert.containSubset(await runToEnd(operation.id), { status: 'completed', succeeded: 9000 })

    const started = await licenses.export({ format: 'json', search: 'IMPORTED-8999' })
    await runToEnd(started.id)
    const done = await operations.wait(started)
    assert.equal(done.status, 'completed')
    // The type of an operation determines the fields of its result.
    assert.isString(done.type === 'licenses.export' && done.result?.downloadUrl)
    const download = await operations.download(started.id)
    const text = await download.text()
    assert.containSubset(JSON.parse(text), [{ key: 'IMPORTED-8999', metadata: { note: 'x' } }])

    const bytes = Buffer.byteLength(text)
    const rest = await operations.download(started.id, { range: `bytes=${bytes - 1}-` })
    assert.deepEqual([rest.status, await rest.text()], [206, text.slice(-1)])
    const whole = await operations.download(started.id, { range: `bytes=${bytes}-` })
    assert.deepEqual([whole.status, await whole.text()], [416, ''])
    const headers = { 'if-none-match': download.headers.get('etag')! }
    const same = await operations.download(started.id, { headers })
    assert.deepEqual([same.status, await same.text()], [304, ''])
  })

  test('rows, text and opened files are imported alike', async ({ assert }) => {
    const merchant = await createMerchant()
    const { licenses } = await keyedSdk(merchant)
    async function* opened() {
      yield Buffer.from('{"key":"LINE-1"}\n')
      yield Buffer.from('{"key":"LINE-2"}\n')
    }
    const started = [
      await licenses.import([{ key: 'ROW-1' }, { key: 'ROW-2' }]),
      await licenses.import('key\nTEXT-1\nTEXT-2\n'),
      await licenses.import(new TextEncoder().encode('key\nBYTE-1\nBYTE-2\n'), {}, { onUpload: () => {} }),
      await licenses.import(opened, {}, { format: 'ndjson' }),
    ]
    for (const { id } of started) {
      assert.containSubset(await runToEnd(id), { status: 'completed', succeeded: 2, failed: 0 })
    }
  })
})
