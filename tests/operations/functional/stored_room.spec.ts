import app from '@adonisjs/core/services/app'
import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import RetireOperations from '#operations/actions/retire_operations'
import StartExport from '#operations/kinds/export/start_export'
import { dataDir } from '#config/app'
import { quotas } from '#config/quotas'
import { firstRow, rows } from '#kernel/database/sql'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { BASE } from '#tests/testkit/http'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { postForm, postImport } from '#tests/testkit/upload'

const KIB = 1024

/** A file of `bytes` bytes, with keys that begin with a letter. */
function csv(letter: string, bytes: number): string {
  let text = 'key\n'
  for (let at = 0; text.length < bytes - 30; at++) text += `${letter}-${String(at).padStart(10, '0')}\n`
  return `${text}${letter.repeat(bytes - text.length - 1)}\n`
}

/** The file in pieces; the receiver does not know its size. */
function streamed(text: string): ReadableStream {
  const half = text.length / 2
  return new ReadableStream({
    start(pieces) {
      for (const piece of [text.slice(0, half), text.slice(half)]) pieces.enqueue(Buffer.from(piece))
      pieces.close()
    },
  })
}

async function keptOf({ orgId }: Merchant) {
  const sql =
    'select count(*)::int as operations, coalesce(sum(stored_bytes), 0)::int as bytes from operations where org_id = ?'
  return (await firstRow<{ operations: number; bytes: number }>(db.connection(), sql, [orgId]))!
}

/** The number of all uploads on the drive, of any owner. */
async function uploads(): Promise<number> {
  const { objects } = await drive
    .use()
    .listAll('imports')
    .catch(() => ({ objects: [] }))
  return [...objects].length
}

test.group('what an org may keep', (group) => {
  group.each.setup(() => {
    const before = quotas.storedMibPerOrg
    quotas.storedMibPerOrg = 10 / KIB
    return () => void (quotas.storedMibPerOrg = before)
  })

  for (const name of FAMILIES) {
    test(`${name}: uploads fill it to the byte, the next is LIMIT_REACHED, retired ones make room`, async ({
      assert,
    }) => {
      const merchant = await createMerchant()
      const { licenses, headers } = await familyOf(name, merchant)
      const post = async (body: string) => {
        const url = `${BASE}${licenses}/import?productId=${merchant.productId}`
        const sent = { method: 'POST', headers: { ...headers, 'content-type': 'text/csv' }, body }
        const response = await fetch(url, sent)
        return {
          status: response.status,
          body: (await response.json()) as {
            data: { operation: { id: string } }
            error: { code: string; message: string }
          },
        }
      }
      const first = await post(csv('A', 6 * KIB))
      assert.equal(first.status, 202)
      const before = await uploads()
      const refused = await post(csv('B', 4 * KIB + 1))
      assert.equal(refused.status, 403)
      assert.equal(refused.body.error.code, 'LIMIT_REACHED')
      assert.match(refused.body.error.message, /7 days/)
      assert.equal(await uploads(), before)
      assert.equal((await post(csv('B', 4 * KIB))).status, 202)
      assert.deepEqual(await keptOf(merchant), { operations: 2, bytes: 10 * KIB })
      assert.equal((await post('key\nC\n')).status, 403)

      const { id } = first.body.data.operation
      await runToEnd(id)
      await rows(
        db.connection(),
        `update operations set finished_at = now() - interval '8 days' where id = ?`,
        [id]
      )
      await new RetireOperations().execute()
      assert.equal((await post(csv('C', 6 * KIB))).status, 202)
      quotas.storedMibPerOrg = -1
      assert.equal((await post(csv('D', 6 * KIB))).status, 202)
    })
  }

  test('stops an upload of unknown size and a form where the room ends; nothing of them stays', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const before = await uploads()
    const raw = await postImport(merchant, streamed(csv('A', 11 * KIB)))
    assert.equal(raw.status, 403)
    assert.equal(raw.body.error.code, 'LIMIT_REACHED')
    const form = new FormData()
    form.set('file', new Blob([csv('A', 11 * KIB)]), 'a.csv')
    assert.equal((await postForm(merchant, form)).status, 403)
    assert.equal(await uploads(), before)
    assert.deepEqual(await keptOf(merchant), { operations: 0, bytes: 0 })
    assert.equal((await postImport(merchant, streamed(csv('A', 10 * KIB)))).status, 202)
  })

  test('racing uploads never pass it together', async ({ assert }) => {
    const merchant = await createMerchant()
    const answers = await Promise.all(
      [...'ABCDEFGH'].map((letter) => postImport(merchant, streamed(csv(letter, 4 * KIB))))
    )
    const taken = answers.filter(({ status }) => status === 202).length
    assert.isAtMost(taken, 2)
    for (const { status } of answers) assert.include([202, 403], status)
    assert.deepEqual(await keptOf(merchant), { operations: taken, bytes: taken * 4 * KIB })
    // Refused uploads no longer count.
    for (let more = taken; more < 2; more++) {
      assert.equal((await postImport(merchant, csv(`X${more}`[0], 4 * KIB))).status, 202)
    }
  })

  test('an idempotent import that filled it is answered again', async ({ assert }) => {
    const merchant = await createMerchant()
    const file = csv('A', 10 * KIB)
    const options = {
      query: `productId=${merchant.productId}`,
      headers: { 'idempotency-key': 'fill-it-once' },
    }
    const first = await postImport(merchant, file, 'text/csv', options)
    const again = await postImport(merchant, file, 'text/csv', options)
    assert.equal(again.status, 202)
    assert.equal(again.body.data.operation.id, first.body.data.operation.id)
    assert.equal((await keptOf(merchant)).operations, 1)
  })

  test('an export counts its file; one that does not fit fails with LIMIT_REACHED and leaves no file', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 20)
    const start = await app.container.make(StartExport)
    const { id } = await start.execute(merchant.scope, { format: 'csv' })
    const done = await runToEnd(id)
    assert.equal((await keptOf(merchant)).bytes, Number(done.result!.bytes))
    await seedLicenses(merchant, 200)
    const large = await runToEnd((await start.execute(merchant.scope, { format: 'json' })).id)
    assert.equal(large.status, 'failed')
    assert.equal(large.error!.code, 'LIMIT_REACHED')
    const { objects } = await drive
      .use()
      .listAll(`exports/${large.id}`)
      .catch(() => ({ objects: [] }))
    assert.lengthOf([...objects], 0)
    assert.equal((await keptOf(merchant)).bytes, Number(done.result!.bytes))
    await rows(db.connection(), 'update operations set stored_bytes = ? where id = ?', [10 * KIB, id])
    await assert.rejects(() => start.execute(merchant.scope, { format: 'csv' }), /An org can store at most/)
    const url = `/v1/dashboard/orgs/${merchant.orgId}/licenses/export`
    const refused = await fetch(`${BASE}${url}`, { headers: { authorization: `Bearer ${merchant.token}` } })
    assert.equal(refused.status, 403)
  })
})

test.group('a drive that takes no files', () => {
  test('answers an upload with 503 and its cause, keeps nothing, and the next upload goes in', async ({
    assert,
    cleanup,
  }) => {
    const merchant = await createMerchant()
    assert.equal((await postImport(merchant, 'key\nAAAA\n')).status, 202)
    const folder = join(dataDir, 'files', 'imports')
    await rename(folder, `${folder}.away`)
    await writeFile(folder, '')
    const putBack = async () => {
      if ((await stat(folder)).isDirectory()) return
      await rm(folder)
      await rename(`${folder}.away`, folder)
    }
    cleanup(putBack)
    for (const headers of [{}, { 'idempotency-key': 'on-a-full-disk' }] as Record<string, string>[]) {
      const query = `productId=${merchant.productId}`
      const {
        status,
        body,
        headers: sent,
      } = await postImport(merchant, 'key\nBBBB\n', 'text/csv', { query, headers })
      assert.equal(status, 503)
      assert.equal(body.error.code, 'INTERNAL')
      assert.match(
        body.error.message,
        /^Files cannot be stored .*the path of the folder for files is not a folder \(ENOTDIR\)/
      )
      assert.equal(sent.get('retry-after'), '1')
    }
    assert.equal((await keptOf(merchant)).operations, 1)
    await putBack()
    const headers = { 'idempotency-key': 'on-a-full-disk' }
    const query = `productId=${merchant.productId}`
    assert.equal((await postImport(merchant, 'key\nBBBB\n', 'text/csv', { query, headers })).status, 202)
  })
})
