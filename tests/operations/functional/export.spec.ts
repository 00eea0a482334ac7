import { signedUrlFor } from '@adonisjs/core/services/url_builder'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { BASE } from '#tests/testkit/http'
import { download, exportLicenses } from '#tests/testkit/exports'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'

test.group('export', () => {
  test('the file is complete, hashed and behind a signed link', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1, { metadata: { note: '=1+1;@x' } })
    await seedLicenses(merchant, 2, { status: 'REVOKED' })
    const operation = await exportLicenses(merchant, 'status=ACTIVE')
    assert.equal(operation.status, 'completed')
    assert.deepEqual(operation.progress, { total: 1, processed: 1, succeeded: 1, skipped: 0, failed: 0 })
    const { downloadUrl, downloadUrlExpiresAt, ...facts } = operation.result
    const response = await download(operation)
    const text = await response.text()
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.deepEqual(facts, {
      format: 'csv',
      rows: 1,
      bytes: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
    })
    assert.closeTo(new Date(downloadUrlExpiresAt).getTime(), Date.now() + 3_600_000, 10_000)
    const [header, row, end] = text.split('\n')
    assert.match(header, /^id,key,productId,status,/)
    assert.isTrue(row.startsWith(`${license.id},${license.key},${merchant.productId},ACTIVE,never,`))
    assert.notInclude(row, ';')
    assert.equal(end, '')

    const path = `/v1/dashboard/orgs/${merchant.orgId}/operations/${operation.id}/download`
    const own = await client.get(path).bearerToken(merchant.token)
    own.assertStatus(200)
    assert.equal(own.text(), text)
    const stranger = await createMerchant()
    ;(await client.get(path).bearerToken(stranger.token)).assertStatus(403)
    const link = new URL(String(downloadUrl))
    const signature = link.searchParams.get('signature')!
    const past = signedUrlFor('downloads.show', { operationId: operation.id }, { expiresIn: -1000 })
    const refusedLinks = [
      past,
      link.pathname,
      `${link.pathname}?signature=AAAA${signature.slice(4)}`,
      `${link.pathname}?signature=${signature.slice(0, -4)}`,
      `/v1/downloads/${merchant.orgId}?signature=${signature}`,
    ]
    for (const one of refusedLinks) {
      const refused = await fetch(new URL(one, BASE))
      assert.equal(refused.status, 403, one)
      assert.containSubset(await refused.json(), { ok: false, error: { code: 'FORBIDDEN' } })
    }
  })

  test('JSON is one array of license objects, empty or not', async ({ assert }) => {
    const merchant = await createMerchant()
    const none = await exportLicenses(merchant, 'format=json')
    assert.deepEqual(await (await download(none)).json(), [])
    assert.equal(none.result.rows, 0)
    await seedLicenses(merchant, 3, { metadata: { a: 'b\n"c' } })
    const some = await exportLicenses(merchant, 'format=json')
    const licenses = (await (await download(some)).json()) as Record<string, unknown>[]
    assert.lengthOf(licenses, 3)
    assert.equal(some.result.rows, 3)
    assert.containSubset(licenses[0], {
      frozen: false,
      metadata: { a: 'b\n"c' },
      expiresAt: null,
      pausedMs: 0,
    })
  })

  test('before the end there is no file, and bad queries are refused', async ({ client }) => {
    const merchant = await createMerchant()
    const base = `/v1/dashboard/orgs/${merchant.orgId}`
    const started = await client.get(`${base}/licenses/export`).bearerToken(merchant.token)
    started.assertStatus(202)
    const { id } = started.body().data.operation
    const early = await client.get(`${base}/operations/${id}/download`).bearerToken(merchant.token)
    early.assertStatus(409)
    const link = signedUrlFor('downloads.show', { operationId: id }, { expiresIn: 60_000 })
    const linked = await client.get(link)
    linked.assertStatus(409)
    linked.assertBodyContains({ error: { code: 'CONFLICT' } })
    for (const [query, status] of [
      ['format=xml', 400],
      ['status=GONE', 400],
      ['frozen=maybe', 400],
      ['productId=1', 400],
      [`productId=${merchant.orgId}`, 404],
    ] as const) {
      const response = await client.get(`${base}/licenses/export?${query}`).bearerToken(merchant.token)
      response.assertStatus(status)
    }
  })

  test('the second of two attempts at once leaves the first alone', async ({ assert }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 50)
    const headers = { authorization: `Bearer ${merchant.token}` }
    const started = await fetch(`${BASE}/v1/dashboard/orgs/${merchant.orgId}/licenses/export`, { headers })
    const { id } = ((await started.json()) as { data: { operation: { id: string } } }).data.operation
    await Promise.all([runToEnd(id), runToEnd(id)])
    const { objects } = await drive.use().listAll(`exports/${id}`)
    assert.lengthOf([...objects], 1)
  })

  test('a range costs its own bytes, however large the file is', async ({ assert, cleanup }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 20)
    const operation = await exportLicenses(merchant)
    const whole = await (await download(operation)).text()
    const disk = drive.use()
    const opened: string[] = []
    const { getStream } = disk
    cleanup(() => void (disk.getStream = getStream))
    disk.getStream = (path) => {
      opened.push(path)
      return getStream.call(disk, path)
    }
    const part = await download(operation, { range: 'bytes=10-19' })
    assert.equal(part.status, 206)
    assert.equal(await part.text(), whole.slice(10, 20))
    assert.deepEqual(opened, [])
    const [file] = (await drive.use().listAll(`exports/${operation.id}`)).objects
    await drive.use().delete((file as { key: string }).key)
    assert.equal((await download(operation, { range: 'bytes=10-19' })).status, 404)
  })

  test('HEAD tells of the whole file and reads none of it', async ({ assert, cleanup }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 20)
    const { id, result } = await exportLicenses(merchant)
    const link = signedUrlFor('downloads.show', { operationId: id }, { expiresIn: 60_000 })
    const disk = drive.use()
    const opened: Readable[] = []
    const { getStream } = disk
    cleanup(() => void (disk.getStream = getStream))
    disk.getStream = async (path) => {
      const stream = await getStream.call(disk, path)
      opened.push(stream)
      return stream
    }
    const response = await fetch(`${BASE}${link}`, { method: 'HEAD', headers: { range: 'bytes=0-9' } })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-length'), String(result.bytes))
    assert.deepEqual(
      opened.map(({ readableDidRead }) => readableDidRead),
      [false]
    )
  })
})
