import type { Assert } from '@japa/assert'
import { createHash, randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import { artifacts } from '#config/artifacts'
import { quotas } from '#config/quotas'
import DeleteDroppedFiles from '#kernel/files/delete_dropped_files'
import { newId } from '#kernel/secrets/ids'
import {
  ask,
  beginUpload,
  createPublisher,
  createPublishers,
  draft,
  filesOf,
  formOf,
  isOnDrive,
  postArtifact,
  put,
} from '#tests/testkit/publishing'
import { until } from '#tests/testkit/wait'

const hashOf = (text: string, algorithm = 'sha256') => createHash(algorithm).update(text).digest('hex')
const CONTENT = '\x7fELF and more'

/** contract/12-releases#121-publishing */
test.group('files of a release', () => {
  test('come as a form or as the body, with what is said about them', async ({ assert }) => {
    for (const publisher of await createPublishers()) {
      const id = await draft(publisher)
      const query = '?platform=win32&arch=x64&kind=installer'
      const form = formOf(CONTENT, 'Setup é.exe', { signature: 'untrusted comment' })
      const posted = await postArtifact(publisher, id, form, query)
      assert.equal(posted.status, 201)
      const { id: _, createdAt: __, ...artifact } = posted.body.data.artifact
      assert.deepEqual(artifact, {
        ...{ filename: 'Setup é.exe', platform: 'windows', arch: 'x86_64', kind: 'installer' },
        ...{ bytes: CONTENT.length, sha256: hashOf(CONTENT), sha512: hashOf(CONTENT, 'sha512') },
        ...{ signature: 'untrusted comment', contentType: 'application/octet-stream', downloads: 0 },
      })
      const raw = await put(publisher, id, 'App%20%2B.zip', 'PK\x03\x04', {
        query: '?signature=abc&arch=arm64',
      })
      assert.equal(raw.status, 201)
      assert.containSubset(raw.body.data.artifact, {
        ...{ filename: 'App +.zip', platform: 'any', arch: 'aarch64', kind: 'other', signature: 'abc' },
        contentType: 'application/zip',
      })
      const { release } = (await ask(publisher, 'GET', `/${id}`)).body.data
      assert.deepEqual(release.artifacts, [posted.body.data.artifact, raw.body.data.artifact])
    }
  })

  test('are the same when they are sent again; other bytes under the name are refused', async ({
    assert,
  }) => {
    for (const publisher of await createPublishers()) {
      const id = await draft(publisher)
      const first = await put(publisher, id, 'app.zip', 'one')
      for (const state of ['draft', 'published']) {
        const again = await put(publisher, id, 'app.zip', 'one')
        assert.equal(again.status, 200, state)
        assert.deepEqual(again.body.data.artifact, first.body.data.artifact)
        assert.equal((await postArtifact(publisher, id, formOf('one'))).status, 200)
        assert.equal((await put(publisher, id, 'app.zip', 'two')).body.error.code, 'CONFLICT')
        assert.equal((await postArtifact(publisher, id, formOf('two'))).body.error.code, 'CONFLICT')
        await ask(publisher, 'POST', `/${id}/publish`)
      }
      assert.equal((await put(publisher, id, 'new.zip', 'three')).body.error.code, 'CONFLICT')
      const below = `/${id}/artifacts/${first.body.data.artifact.id}`
      assert.equal((await ask(publisher, 'DELETE', below)).body.error.code, 'CONFLICT')
      assert.lengthOf(await filesOf(id), 1)
    }
  })

  test('race for a name: one wins, and the bytes of the others are gone', async ({ assert }) => {
    const publisher = await createPublisher()
    const id = await draft(publisher)
    const sent = await Promise.all(
      ['one', 'one', 'two', 'two'].map((content) => put(publisher, id, 'app.zip', content.repeat(50_000)))
    )
    const statuses = sent.map(({ status }) => status).sort()
    assert.equal(statuses.filter((status) => status === 201).length, 1)
    assert.isTrue(statuses.every((status) => [200, 201, 409].includes(status)))
    const [kept, ...more] = await filesOf(id)
    assert.lengthOf(more, 0)
    assert.isTrue(kept.stored)
    for (const { status, body } of sent) if (status < 300) assert.equal(body.data.artifact.id, kept.id)
    assert.isTrue(await isOnDrive(kept.id))
  })

  test('arrive as they were announced, or nothing is kept', async ({ assert }) => {
    for (const publisher of await createPublishers()) {
      const id = await draft(publisher)
      const send = (hash: string) =>
        put(publisher, id, 'app.zip', 'bytes', { headers: { 'content-sha256': hash } })
      for (const wrong of [hashOf('others'), 'nonsense', '']) {
        assert.equal((await send(wrong)).body.error.code, 'BAD_REQUEST', wrong)
        assert.deepEqual(await filesOf(id), [])
      }
      assert.equal((await send(hashOf('bytes').toUpperCase())).status, 201)
      assert.equal((await send(hashOf('others'))).body.error.code, 'BAD_REQUEST')
      const form = await postArtifact(publisher, id, formOf('x', 'b.zip'), '', {
        'content-sha256': hashOf('y'),
      })
      assert.equal(form.body.error.code, 'BAD_REQUEST')
    }
  })

  test('have a name without folders', async ({ assert }) => {
    const publisher = await createPublisher()
    const id = await draft(publisher)
    const names = ['../../etc/passwd', 'a/b.zip', 'a\\b.zip', '..', 'a..b', '.hidden', 'a\u0000b', 'a\u202eb']
    for (const name of [...names, 'x'.repeat(201), ' ']) {
      // Clients resolve `..` themselves.
      if (name !== '..') {
        const { body } = await put(publisher, id, encodeURIComponent(name), 'x')
        assert.equal(body.error.code, 'BAD_REQUEST', name)
      }
      // A form cannot carry every name, but a name that it carries is not shortened to a valid one.
      if (/^[\x20-\x7e]+$/.test(name)) {
        const { body } = await postArtifact(publisher, id, formOf('x', name))
        assert.equal(body.error?.code, 'BAD_REQUEST', name)
      }
    }
    assert.deepEqual(await filesOf(id), [])
    assert.equal((await put(publisher, id, 'x'.repeat(200), 'x')).status, 201)
  })

  test('are files, in one field; what is said about them is checked', async ({ assert }) => {
    for (const publisher of await createPublishers()) await refuses(assert, publisher)
  })

  test('have at most ARTIFACT_MAX_BYTES, and fit into what the org keeps', async ({ assert }) => {
    const settled = { max: artifacts.maxBytes, quota: quotas.storedMibPerOrg }
    try {
      for (const publisher of await createPublishers()) {
        const id = await draft(publisher)
        Object.assign(artifacts, { maxBytes: 1000 })
        Object.assign(quotas, { storedMibPerOrg: settled.quota })
        assert.equal((await put(publisher, id, 'full.zip', 'x'.repeat(1000))).status, 201)
        const larger = [
          await put(publisher, id, 'a.zip', 'x'.repeat(1001)),
          await put(publisher, id, 'b.zip', new Blob(['x'.repeat(1001)]).stream()),
          await postArtifact(publisher, id, formOf('x'.repeat(1001))),
        ]
        for (const { body } of larger) assert.equal(body.error.code, 'BAD_REQUEST')
        Object.assign(artifacts, { maxBytes: settled.max })
        Object.assign(quotas, { storedMibPerOrg: 1 })
        const full = [
          await put(publisher, id, 'c.zip', Buffer.alloc(1024 ** 2)),
          await put(publisher, id, 'd.zip', new Blob([Buffer.alloc(1024 ** 2)]).stream()),
          await postArtifact(publisher, id, formOf('x'.repeat(1024 ** 2))),
        ]
        for (const { body } of full) {
          assert.equal(body.error.code, 'LIMIT_REACHED')
          assert.match(body.error.message, /delete drafts .* or ask the operator to raise STORED_MIB_PER_ORG/)
        }
        assert.lengthOf(await filesOf(id), 1)
      }
    } finally {
      Object.assign(artifacts, { maxBytes: settled.max })
      Object.assign(quotas, { storedMibPerOrg: settled.quota })
    }
  })

  test('of an upload that is cut off leave no row and no bytes', async ({ assert }) => {
    const publisher = await createPublisher()
    const id = await draft(publisher)
    const socket = await beginUpload(publisher, id, 900_000, 'x'.repeat(100_000))
    const [begun] = await until('the row of the upload', async () => {
      const found = await filesOf(id)
      return found.length > 0 ? found : null
    })
    assert.isFalse(begun.stored)
    assert.equal((await ask(publisher, 'POST', `/${id}/publish`)).body.error.code, 'CONFLICT')
    socket.destroy()
    await until('the row to be deleted', async () => (await filesOf(id)).length === 0)
    // The row goes before the bytes.
    await until('the bytes to be deleted', async () => !(await isOnDrive(begun.id)))
  })

  test('are deleted with their bytes, and a name is free again', async ({ assert }) => {
    for (const publisher of await createPublishers()) {
      const id = await draft(publisher)
      const first = (await put(publisher, id, 'app.zip', 'one')).body.data.artifact.id as string
      const below = `/${id}/artifacts/${first}`
      assert.deepEqual((await ask(publisher, 'DELETE', below)).body.data, { id: first })
      assert.equal((await ask(publisher, 'DELETE', below)).body.error.code, 'NOT_FOUND')
      const second = (await put(publisher, id, 'app.zip', 'two')).body.data.artifact.id as string
      await ask(publisher, 'DELETE', `/${id}`)
      await new DeleteDroppedFiles().execute()
      assert.deepEqual([await isOnDrive(first), await isOnDrive(second)], [false, false])
    }
  })

  test('are stored once under an Idempotency-Key', async ({ assert }) => {
    const publisher = await createPublisher()
    const id = await draft(publisher)
    const headers = { 'idempotency-key': newId() }
    const content = randomBytes(300_000)
    const first = await put(publisher, id, 'app.zip', content, { headers })
    const again = await put(publisher, id, 'app.zip', content, { headers })
    assert.deepEqual([first.status, again.status], [201, 201])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    const other = await put(publisher, id, 'app.zip', 'others', { headers })
    assert.equal(other.body.error.code, 'IDEMPOTENCY_KEY_REUSE')
    assert.lengthOf(await filesOf(id), 1)
  })
})

async function refuses(assert: Assert, publisher: Awaited<ReturnType<typeof createPublisher>>) {
  const id = await draft(publisher)
  const code = async (form: FormData, query = '') =>
    (await postArtifact(publisher, id, form, query)).body.error?.code
  assert.equal(await code(new FormData()), 'NO_FILE')
  assert.equal(await code(formOf('')), 'NO_FILE')
  const refused = (await put(publisher, id, 'app.zip', '')).body.error
  assert.deepEqual([refused.code, refused.message], ['NO_FILE', 'The file is empty'])
  assert.equal(await code(formOf('x', 'a.zip', { surprise: '1' })), 'BAD_REQUEST')
  assert.equal(await code(formOf('x', 'a.zip', { signature: 'x'.repeat(5000) })), 'BAD_REQUEST')
  assert.equal(await code(formOf('x', 'a.zip', { signature: 'a\0b' })), 'BAD_REQUEST')
  const late = formOf('x')
  late.append('signature', 'late')
  assert.equal(await code(late), 'BAD_REQUEST')
  const two = formOf('x')
  two.append('file', new File(['y'], 'b.zip'))
  assert.equal(await code(two), 'BAD_REQUEST')
  const text = await ask(publisher, 'POST', `/${id}/artifacts`, { file: 'x' })
  assert.equal(text.body.error.code, 'NO_FILE')
  for (const query of [
    '?platform=Windows',
    '?arch=a-b',
    '?kind=app',
    '?surprise=1',
    `?arch=${'x'.repeat(33)}`,
  ]) {
    assert.equal(await code(formOf('x'), query), 'VALIDATION_ERROR', query)
    assert.equal(
      (await put(publisher, id, 'a.zip', 'x', { query })).body.error.code,
      'VALIDATION_ERROR',
      query
    )
  }
  const named = await put(publisher, id, 'a.zip', 'x', { query: '?platform=Win-32' })
  assert.equal(named.body.error.message, 'platform must have 1 to 32 characters from a-z, 0-9 and _')
  assert.equal(await code(formOf('x'), '?signature=abc'), 'VALIDATION_ERROR')
  assert.deepEqual(await filesOf(id), [])
}
