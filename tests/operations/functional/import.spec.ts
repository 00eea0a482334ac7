import db from '@adonisjs/lucid/services/db'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import ListItems from '#operations/queries/list_items'
import { newId } from '#kernel/secrets/ids'
import { firstRow, rows } from '#kernel/database/sql'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { postForm, postImport } from '#tests/testkit/upload'

async function licensesOf({ orgId }: Merchant) {
  return rows<Record<string, unknown>>(
    db.connection(),
    `select key, product_id as "productId", status, expiration_mode as "expirationMode", metadata,
       expires_at as "expiresAt", expires_after_days as "expiresAfterDays", frozen_at is not null as frozen,
       max_hwid_resets as "maxHwidResets", policy_override as "policyOverride"
     from licenses where org_id = ? order by key`,
    [orgId]
  )
}

async function itemsOf(operationId: string) {
  const { items } = await new ListItems().execute(operationId, { limit: 200 })
  return items.map(({ index, line, key, outcome, code }) => [index, line, key, outcome, code])
}

test.group('import', () => {
  test('good rows go in and each bad row is an item with its line', async ({ assert }) => {
    const merchant = await createMerchant()
    const csv = [
      'key,status,expiresAt,metadata.plan,metadata,colour,frozen,policyOverride',
      'GOOD-1,ACTIVE,2099-01-01T00:00:00Z,gold,"{""seats"": 3}",red,true,"{""hwidMode"":""limit""}"',
      'GOOD-2,,,,,,,',
      '',
      '?,ACTIVE,,,,,,',
      'BAD-2,DONE,,,,,,',
      'BAD-3,,yesterday,,,,,',
      'BAD-4,,,,{oops,,,',
      'GOOD-1,ACTIVE,,,,,,',
      'BAD-6,x',
    ].join('\r\n')
    const started = await postImport(merchant, `\ufeff${csv}`)
    assert.equal(started.status, 202)
    assert.containSubset(started.body.data.operation, {
      type: 'licenses.import',
      status: 'queued',
      progress: { total: 8 },
    })
    const { id } = started.body.data.operation
    const operation = await runToEnd(id)
    assert.containSubset(operation, { status: 'completed', total: 8, succeeded: 2, skipped: 0, failed: 6 })
    const counts = { skippedBy: {}, failedBy: { CONFLICT: 1, VALIDATION_ERROR: 5 } }
    assert.deepEqual(operation.result, { created: 2, updated: 0, ignoredColumns: ['colour'], ...counts })
    assert.deepEqual(await itemsOf(id), [
      [2, 5, '?', 'failed', 'VALIDATION_ERROR'],
      [3, 6, 'BAD-2', 'failed', 'VALIDATION_ERROR'],
      [4, 7, 'BAD-3', 'failed', 'VALIDATION_ERROR'],
      [5, 8, 'BAD-4', 'failed', 'VALIDATION_ERROR'],
      [6, 9, 'GOOD-1', 'failed', 'CONFLICT'],
      [7, 10, null, 'failed', 'VALIDATION_ERROR'],
    ])
    const [first, second] = await licensesOf(merchant)
    assert.deepEqual(first, {
      key: 'GOOD-1',
      productId: merchant.productId,
      status: 'ACTIVE',
      expirationMode: 'fixed',
      metadata: { plan: 'gold', seats: 3 },
      expiresAt: new Date('2099-01-01'),
      expiresAfterDays: null,
      frozen: true,
      maxHwidResets: null,
      policyOverride: { hwidMode: 'limit' },
    })
    assert.containSubset(second, { key: 'GOOD-2', expirationMode: 'never', frozen: false, metadata: {} })
    const told = await rows(
      db.connection(),
      `select 1 from license_events where operation_id = ? and type = 'license.created'`,
      [id]
    )
    assert.lengthOf(told, 2)
  })

  test('a JSON array, NDJSON and a form with a file say the same', async ({ assert }) => {
    const records = [
      { key: 'AAAA', expiresAfterDays: 30 },
      { key: 'BBBB', metadata: { a: ['}', '"'] } },
    ]
    const form = new FormData()
    form.set('file', new Blob([JSON.stringify(records, null, 2)], { type: 'application/json' }), 'a.json')
    const ways: ((merchant: Merchant) => ReturnType<typeof postImport>)[] = [
      (merchant) => postImport(merchant, JSON.stringify(records), 'application/json'),
      (merchant) =>
        postImport(merchant, records.map((one) => JSON.stringify(one)).join('\n'), 'application/x-ndjson'),
      (merchant) => postForm(merchant, form),
      (merchant) =>
        postImport(merchant, 'key;expiresAfterDays;metadata\nAAAA;30;\nBBBB;;"{""a"":[""}"",""\\""""]}"'),
    ]
    for (const send of ways) {
      const merchant = await createMerchant()
      const started = await send(merchant)
      assert.equal(started.status, 202, started.body.error?.message)
      const operation = await runToEnd(started.body.data.operation.id)
      assert.containSubset(operation, { succeeded: 2, failed: 0 })
      const licenses = await licensesOf(merchant)
      assert.containSubset(licenses[0], { expirationMode: 'afterActivation', expiresAfterDays: 30 })
      assert.deepEqual(licenses[1].metadata, { a: ['}', '"'] })
    }
  })

  test('a key that is taken fails, is skipped or is updated, as asked: {0}')
    .with([
      ['fail', ['failed', 'CONFLICT'], {}],
      ['skip', ['skipped', 'ALREADY_EXISTS'], {}],
      ['update', null, { plan: 'gold' }],
    ] as const)
    .run(async ({ assert }, [onConflict, outcome, metadata]) => {
      const merchant = await createMerchant()
      const [taken] = await seedLicenses(merchant, 1)
      const query = `productId=${merchant.productId}&onConflict=${onConflict}`
      const csv = `key,metadata.plan\n${taken.key},gold\nNEWKEY,silver\n`
      const started = await postImport(merchant, csv, 'text/csv', { query })
      const { id } = started.body.data.operation
      const operation = await runToEnd(id)
      assert.equal(operation.succeeded, outcome ? 1 : 2)
      assert.deepEqual(await itemsOf(id), outcome ? [[0, 2, taken.key, ...outcome]] : [])
      const licenses = await licensesOf(merchant)
      assert.deepEqual(licenses.find((one) => one.key === taken.key)!.metadata, metadata)
      if (outcome) return
      const again = await postImport(merchant, csv, 'text/csv', { query })
      await runToEnd(again.body.data.operation.id)
      assert.deepEqual(await itemsOf(again.body.data.operation.id), [
        [0, 2, taken.key, 'skipped', 'UNCHANGED'],
        [1, 3, 'NEWKEY', 'skipped', 'UNCHANGED'],
      ])
    })

  test('a dry run tells what would happen and changes nothing', async ({ assert }) => {
    const merchant = await createMerchant()
    const [taken] = await seedLicenses(merchant, 1)
    const started = await postImport(merchant, `key\n${taken.key}\nNEWKEY\n!\n`, 'text/csv', {
      query: `productId=${merchant.productId}&dryRun=true`,
    })
    const operation = await runToEnd(started.body.data.operation.id)
    assert.containSubset(operation, { dryRun: true, succeeded: 1, failed: 2 })
    assert.lengthOf(await licensesOf(merchant), 1)
  })

  test('rows may name the product, but only one of their own org', async ({ assert }) => {
    const merchant = await createMerchant()
    const other = await createMerchant()
    const csv = `key,productId\nAAAA,${merchant.productId}\nBBBB,${other.productId}\nCCCC,\nDDDD,nonsense\n`
    const started = await postImport(merchant, csv, 'text/csv', { query: '' })
    const { id } = started.body.data.operation
    await runToEnd(id)
    assert.deepEqual(await itemsOf(id), [
      [1, 3, 'BBBB', 'failed', 'PRODUCT_NOT_FOUND'],
      [2, 4, 'CCCC', 'failed', 'VALIDATION_ERROR'],
      [3, 5, 'DDDD', 'failed', 'VALIDATION_ERROR'],
    ])
    assert.deepEqual(
      (await licensesOf(merchant)).map((one) => one.key),
      ['AAAA']
    )
    assert.lengthOf(await licensesOf(other), 0)
  })

  test('a file of many parts keeps its lines and its order', async ({ assert }) => {
    const merchant = await createMerchant()
    const lines = Array.from({ length: 2500 }, (_, at) => (at % 1000 === 999 ? '!' : `MANY-${at}`))
    const started = await postImport(merchant, ['key', ...lines].join('\n'))
    const { id } = started.body.data.operation
    const parts = await rows(db.connection(), 'select 1 from operation_chunks where operation_id = ?', [id])
    assert.lengthOf(parts, 3)
    assert.containSubset(await runToEnd(id), { succeeded: 2498, failed: 2 })
    assert.deepEqual(await itemsOf(id), [
      [999, 1001, '!', 'failed', 'VALIDATION_ERROR'],
      [1999, 2001, '!', 'failed', 'VALIDATION_ERROR'],
    ])
  })

  test('a file that is no use is refused, and nothing stays behind: {0}')
    .with([
      ['no key column', 'id,status\n1,2\n', 'text/csv', /must be "key"/],
      ['empty', '', 'text/csv', /"key"/],
      ['empty JSON', '', 'application/json', /cut off/],
      ['empty NDJSON', '\n\n', 'application/x-ndjson', /no records/],
      ['NUL', 'key,a\0\nAAAA\n', 'text/csv', /NUL byte on line 1/],
      ['Latin-1', Buffer.from('key,caf\xc9\nAAAA,1\n', 'latin1'), 'text/csv', /not UTF-8/],
      ['UTF-16', Buffer.from('\ufeffkey\nAAAA\n', 'utf16le'), 'text/csv', /UTF-16/],
      ['open quote', 'key\n"AAAA\n', 'text/csv', /line 2 is never closed/],
      ['open quote in the first line', 'key,"status\nAAAA,ACTIVE\n', 'text/csv', /line 1 is never closed/],
      ['late open quote', `key\n${'AAAA\n'.repeat(1500)}"`, 'text/csv', /line 1502 is never closed/],
      ['no array', '{"key":"AAAA"}', 'application/json', /array of objects/],
      ['bad JSON', '[{"key":"AAAA"}\n{"key":"BBBB"}]', 'application/json', /line 2/],
      ['cut-off JSON', '[{"key":"AAAA"}', 'application/json', /cut off/],
      ['another charset', 'key\nAAAA\n', 'text/csv; charset=latin1', /UTF-8/],
      ['another charset, quoted', '[{"key":"AAAA"}]', 'application/json; charset="UTF-16"', /UTF-8/],
      ['unknown type', 'key\nAAAA\n', 'text/plain', /text\/csv/],
    ] as const)
    .run(async ({ assert }, [, body, type, message]) => {
      const merchant = await createMerchant()
      const before = await folders()
      const { status, body: refused } = await postImport(merchant, body, type)
      assert.equal(status, 400)
      assert.equal(refused.error.code, 'BAD_REQUEST')
      assert.match(refused.error.message, message)
      const found = await firstRow(db.connection(), 'select 1 from operations where org_id = ?', [
        merchant.orgId,
      ])
      assert.isNull(found)
      assert.deepEqual(await folders(), before)
    })

  test('a form without the file is NO_FILE', async ({ assert }) => {
    const merchant = await createMerchant()
    const form = new FormData()
    form.set('files', new Blob(['key\nAAAA\n']), 'a.csv')
    const { status, body } = await postForm(merchant, form)
    assert.equal(status, 400)
    assert.equal(body.error.code, 'NO_FILE')
  })

  test('a product of another org, or a bad query, is refused')
    .with([
      [`productId=${newId()}`, 404, 'PRODUCT_NOT_FOUND'],
      ['productId=x', 400, 'VALIDATION_ERROR'],
      ['onConflict=maybe', 400, 'VALIDATION_ERROR'],
      ['dryRun=perhaps', 400, 'VALIDATION_ERROR'],
    ] as const)
    .run(async ({ assert }, [query, status, code]) => {
      const merchant = await createMerchant()
      const response = await postImport(merchant, 'key\nAAAA\n', 'text/csv', { query })
      assert.equal(response.status, status)
      assert.equal(response.body.error.code, code)
    })
})

async function folders(): Promise<string[]> {
  if (
    !(await drive
      .use()
      .exists('imports')
      .catch(() => false))
  )
    return []
  const { objects } = await drive.use().listAll('imports')
  return [...objects].map((one) => ('prefix' in one ? String(one.prefix) : one.key)).sort()
}
