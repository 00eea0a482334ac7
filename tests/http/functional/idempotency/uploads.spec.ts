import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { postForm, postImport } from '#tests/testkit/upload'

type Send = (merchant: Merchant, file: string | ReadableStream, key: string) => ReturnType<typeof postImport>

const raw: Send = (merchant, file, key) =>
  postImport(merchant, file, 'text/csv', { headers: { 'idempotency-key': key } })

/** Every form has a different boundary. */
const form: Send = (merchant, file, key) => {
  const data = new FormData()
  data.set('file', new Blob([file as string], { type: 'text/csv' }), 'a.csv')
  return postForm(merchant, data, { 'idempotency-key': key })
}

const chunked: Send = (merchant, file, key) => raw(merchant, new Blob([file as string]).stream(), key)

async function operationsOf({ orgId }: Merchant) {
  return (await rows(db.connection(), 'select 1 from operations where org_id = ?', [orgId])).length
}

/** Several pieces of a stream, so that the difference at the end is not in the first piece. */
const file = (last: string) =>
  `key\n${Array.from({ length: 20_000 }, (_, at) => `AAAA-${at}\n`).join('')}${last}\n`

test.group('Idempotency-Key on uploads', () => {
  test('the same file is replayed, another of the same length is IDEMPOTENCY_KEY_REUSE: {$i}')
    .with([raw, form, chunked])
    .run(async ({ assert }, send) => {
      const merchant = await createMerchant()
      const key = `key_${newId()}`
      const first = await send(merchant, file('LAST-1'), key)
      assert.equal(first.status, 202, first.body.error?.message)
      assert.isNull(first.headers.get('idempotent-replayed'))
      const again = await send(merchant, file('LAST-1'), key)
      assert.equal(again.status, 202)
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.deepEqual(again.body, first.body)
      const other = await send(merchant, file('LAST-2'), key)
      assert.equal(other.status, 409)
      assert.equal(other.body.error.code, 'IDEMPOTENCY_KEY_REUSE')
      assert.equal(await operationsOf(merchant), 1)
    })

  test('another length, another type and a form without the file are IDEMPOTENCY_KEY_REUSE', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const key = `key_${newId()}`
    assert.equal((await form(merchant, 'key\nAAAA\n', key)).status, 202)
    const others = [
      await form(merchant, 'key\nAAAA\nBBBB\n', key),
      await raw(merchant, 'key\nAAAA\n', key),
      await postForm(merchant, new FormData(), { 'idempotency-key': key }),
    ]
    for (const { status, body } of others) {
      assert.equal(status, 409)
      assert.equal(body.error.code, 'IDEMPOTENCY_KEY_REUSE')
    }
    assert.equal(await operationsOf(merchant), 1)
  })

  test('a file that was refused leaves the key free for another', async ({ assert }) => {
    const merchant = await createMerchant()
    const key = `key_${newId()}`
    assert.equal((await raw(merchant, 'name\nAAAA\n', key)).status, 400)
    assert.equal((await raw(merchant, 'key\nAAAA\n', key)).status, 202)
    assert.equal(await operationsOf(merchant), 1)
  })
})
