import type { Assert } from '@japa/assert'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import server from '@adonisjs/core/services/server'
import { signedUrlFor } from '@adonisjs/core/services/url_builder'
import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { sending } from '#config/sending'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { artifactPath } from '#releases/store/artifact_path'
import { BASE } from '#tests/testkit/http'
import { seedLicenses } from '#tests/testkit/licenses'
import {
  ask,
  createPublisher,
  draft,
  fileLink,
  filesOf,
  published,
  put,
  type Publisher,
} from '#tests/testkit/publishing'

const CONTENT = randomBytes(300_000)

/** A published file with a license for it. */
async function createDownload(content: Uint8Array = CONTENT) {
  const publisher = await createPublisher()
  const { releaseId, artifact } = await published(publisher, content)
  const [license] = await seedLicenses(publisher.merchant, 1)
  return { publisher, releaseId, artifact, license, url: fileLink(artifact, license.id) }
}

async function codeOf(url: string) {
  const response = await fetch(url)
  const text = await response.text()
  return response.ok ? 'OK' : (JSON.parse(text) as { error: { code: string } }).error.code
}

const set = ({ merchant }: Publisher, sql: string) =>
  rows(db.connection(), `update products set ${sql} where id = ?`, [merchant.productId])

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

/** contract/12-releases#123-getting-it */
test.group('the link of a file', () => {
  test('gives the file with its headers, to pages of any origin', async ({ assert }) => {
    const { artifact, url } = await createDownload()
    const response = await fetch(url, { headers: { origin: 'https://elsewhere.example' } })
    assert.equal(response.status, 200)
    const shown = (name: string) => response.headers.get(name)
    assert.equal(shown('content-length'), String(CONTENT.length))
    assert.equal(shown('etag'), `"${artifact.sha256}"`)
    assert.equal(shown('accept-ranges'), 'bytes')
    assert.equal(shown('x-content-type-options'), 'nosniff')
    assert.equal(shown('content-disposition'), `attachment; filename="app.zip"; filename*=UTF-8''app.zip`)
    assert.equal(shown('access-control-allow-origin'), '*')
    assert.isTrue((await bytesOf(response)).equals(CONTENT))

    const head = await fetch(url, { method: 'HEAD' })
    assert.equal(head.headers.get('content-length'), String(CONTENT.length))
    assert.equal((await bytesOf(head)).length, 0)
    const same = await fetch(url, { headers: { 'if-none-match': `"${artifact.sha256}"` } })
    assert.equal(same.status, 304)
  })

  test('gives files of any name', async ({ assert }) => {
    const { publisher, license } = await createDownload()
    const id = await draft(publisher, '2.0.0')
    const names = ['My App 2.0.dmg', 'Größe.exe', '{x}[y]^|`"<z>', 'a%20b&c#d?e;f+g=h', '日本💥']
    for (const name of names) await put(publisher, id, encodeURIComponent(name), name)
    const { artifacts } = (await ask(publisher, 'POST', `/${id}/publish`)).body.data.release
    assert.sameMembers(
      artifacts.map(({ filename }: { filename: string }) => filename),
      names
    )
    for (const artifact of artifacts) {
      const url = fileLink(artifact, license.id)
      assert.equal(await (await fetch(url)).text(), artifact.filename)
      assert.equal(await codeOf(url.replace('?', '%20?')), 'FORBIDDEN')
    }
  })

  test('resumes', async ({ assert }) => {
    const { artifact, url } = await createDownload()
    const asked: [string, string | null, number, number | null][] = [
      ['bytes=100-199', null, 100, 200],
      ['bytes=299990-', null, 299_990, 300_000],
      ['bytes=-5', null, 299_995, 300_000],
      ['bytes=100-199', `"${artifact.sha256}"`, 100, 200],
      ['bytes=100-199', `W/"${artifact.sha256}"`, 0, null],
      ['bytes=100-199', '"other"', 0, null],
      ['lines=1-2', null, 0, null],
    ]
    for (const [range, condition, from, to] of asked) {
      const response = await fetch(url, { headers: { range, ...(condition && { 'if-range': condition }) } })
      assert.equal(response.status, to === null ? 200 : 206, `${range} ${condition}`)
      const end = to ?? CONTENT.length
      if (to !== null)
        assert.equal(response.headers.get('content-range'), `bytes ${from}-${to - 1}/${CONTENT.length}`)
      assert.isTrue((await bytesOf(response)).equals(CONTENT.subarray(from, end)))
    }
    const behind = await fetch(url, { headers: { range: 'bytes=300000-' } })
    assert.equal(behind.status, 416)
    assert.equal(behind.headers.get('content-range'), 'bytes */300000')
  })

  test('gives several ranges at a time, and never more than the file', async ({ assert }) => {
    const { url } = await createDownload()
    const response = await fetch(url, { headers: { range: 'bytes=10-19,100-299,299999-299999' } })
    assert.equal(response.status, 206)
    const [, boundary] = /boundary=(\w+)$/.exec(response.headers.get('content-type')!)!
    const body = await bytesOf(response)
    assert.equal(response.headers.get('content-length'), String(body.length))
    const parts = body.toString('latin1').split(`\r\n--${boundary}`)
    assert.equal(parts.pop(), '--\r\n')
    const found = parts.slice(1).map((part) => {
      const [head, ...rest] = part.split('\r\n\r\n')
      const [, from, to] = /Content-Range: bytes (\d+)-(\d+)\/300000/.exec(head)!
      return [Number(from), Number(to), Buffer.from(rest.join('\r\n\r\n'), 'latin1')] as const
    })
    assert.deepEqual(
      found.map(([from]) => from),
      [10, 100, 299_999]
    )
    for (const [from, to, bytes] of found) assert.isTrue(bytes.equals(CONTENT.subarray(from, to + 1)))

    const many = Array.from({ length: 2500 }, (_, at) => `${at}-`).join()
    for (const range of [`bytes=${many}`, 'bytes=0-,0-,0-', 'bytes=200-299,100-199', 'bytes=']) {
      const whole = await fetch(url, { headers: { range } })
      assert.equal(whole.status, 200, range.slice(0, 40))
      assert.equal((await bytesOf(whole)).length, CONTENT.length)
    }
  })

  test('that are kept no longer are refused, without a word of the file', async ({ assert }) => {
    const { artifact, url } = await createDownload()
    await drive.use().delete(artifactPath(artifact.id))
    const answer = await fetch(url)
    assert.equal(answer.status, 404)
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
    for (const name of ['etag', 'content-disposition', 'accept-ranges'])
      assert.isNull(answer.headers.get(name))
    assert.containSubset(await answer.json(), { ok: false, error: { code: 'NOT_FOUND' } })
  })

  test('ends when the license does, and with the release', async ({ assert }) => {
    const { publisher, releaseId, artifact, license, url } = await createDownload()
    assert.equal(await codeOf(url), 'OK')
    for (const status of ['REVOKED', 'EXPIRED', 'PENDING']) {
      await rows(db.connection(), 'update licenses set status = ? where id = ?', [status, license.id])
      assert.equal(await codeOf(url), 'LICENSE_INACTIVE', status)
    }
    await rows(db.connection(), `update licenses set status = 'ACTIVE' where id = ?`, [license.id])
    await ask(publisher, 'POST', `/${releaseId}/yank`, { reason: 'Breaks files' })
    assert.equal(await codeOf(url), 'NOT_FOUND')
    await ask(publisher, 'POST', `/${releaseId}/unyank`)
    assert.equal(await codeOf(url), 'OK')
    await ask(publisher, 'PATCH', `/${releaseId}`, { rolloutPercent: 0 })
    assert.equal(await codeOf(url), 'FORBIDDEN')
    await ask(publisher, 'PATCH', `/${releaseId}`, { rolloutPercent: 100 })
    await rows(db.connection(), 'delete from licenses where id = ?', [license.id])
    assert.equal(await codeOf(url), 'LICENSE_INACTIVE')
    assert.equal(await codeOf(fileLink({ ...artifact, id: newId() }, license.id)), 'NOT_FOUND')
  })

  test('of an open product needs no license, and ends when the product asks for one', async ({ assert }) => {
    const { publisher, artifact } = await createDownload()
    const url = fileLink(artifact, null)
    assert.equal(await codeOf(url), 'FORBIDDEN')
    await set(publisher, `distribution = 'open'`)
    assert.equal(await codeOf(url), 'OK')
    await set(publisher, `distribution = 'closed'`)
    assert.equal(await codeOf(url), 'FORBIDDEN')
  })

  test('is good as it was made, for an hour, for a license of the product', async ({ assert }) => {
    const { artifact, license, url } = await createDownload()
    await rejectsForgeries(assert, url)
    const other = await createDownload()
    assert.equal(await codeOf(fileLink(artifact, other.license.id)), 'LICENSE_INACTIVE')
    const { id: artifactId, filename } = artifact
    const codeAfter = (expiresIn: number) =>
      codeOf(
        BASE +
          signedUrlFor(
            'artifact_files.show',
            { artifactId, filename },
            { qs: { lic: license.id }, expiresIn }
          )
      )
    assert.deepEqual([await codeAfter(60_000), await codeAfter(-1)], ['OK', 'FORBIDDEN'])
    const swapped = url.replace(license.id, other.license.id)
    assert.equal(await codeOf(swapped), 'FORBIDDEN')
    assert.equal(await codeOf(url.replace(artifact.id, 'nonsense')), 'VALIDATION_ERROR')
  })

  test('counts a download when it begins, not for the rest of it', async ({ assert }) => {
    const { publisher, releaseId, artifact, license, url } = await createDownload()
    await fetch(url).then(bytesOf)
    await fetch(url, { headers: { range: 'bytes=0-9' } }).then(bytesOf)
    await fetch(url, { headers: { range: 'bytes=10-' } }).then(bytesOf)
    await fetch(url, { method: 'HEAD' })
    assert.equal((await filesOf(releaseId))[0].downloads, 2)
    const noted = await rows<{ licenseId: string }>(
      db.connection(),
      'select license_id as "licenseId" from downloads where artifact_id = ?',
      [artifact.id]
    )
    assert.deepEqual(noted, [{ licenseId: license.id }, { licenseId: license.id }])
    const { release } = (await ask(publisher, 'GET', `/${releaseId}`)).body.data
    assert.equal(release.artifacts[0].downloads, 2)
  })

  test('is cut for somebody who reads next to nothing of it', async ({ assert }) => {
    const { url } = await createDownload(Buffer.alloc(16 * 1024 ** 2, 1))
    const settled = { ...sending }
    Object.assign(sending, { window: 100 })
    const accepted = once(server.getNodeServer()!, 'connection') as Promise<[Socket]>
    const client = connect(Number(process.env.PORT), process.env.HOST ?? '127.0.0.1')
    try {
      const [ours] = await accepted
      client.on('error', () => {})
      const { pathname, search } = new URL(url)
      client.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: x\r\n\r\n`)
      await once(client, 'readable')
      await once(ours, 'close')
      assert.isBelow(ours.bytesWritten, 16 * 1024 ** 2)
    } finally {
      Object.assign(sending, settled)
      client.destroy()
    }
  })
})

async function rejectsForgeries(assert: Assert, url: string) {
  assert.equal(await codeOf(url.replace('app.zip', 'other.zip')), 'FORBIDDEN')
  assert.equal(await codeOf(url.replace(/exp=\d+/, 'exp=99999999999')), 'FORBIDDEN')
  assert.equal(await codeOf(`${url}&more=1`), 'FORBIDDEN')
  assert.equal(await codeOf(url.split('?')[0]), 'FORBIDDEN')
  assert.equal(await codeOf(url.replace(/signature=.{10}/, 'signature=AAAAAAAAAA')), 'FORBIDDEN')
}
