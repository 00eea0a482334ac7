import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { auditTrail } from '#tests/testkit/audit'
import { ask, createPublisher, createPublishers, draft, put, type Publisher } from '#tests/testkit/publishing'

const eventsOf = (releaseId: string) =>
  rows<{ name: string; data: object; productId: string }>(
    db.connection(),
    `select name, data, product_id as "productId" from outbox_events where data ->> 'releaseId' = ? order by id`,
    [releaseId]
  )

/** The error code of an answer; undefined if the call succeeded. */
const codeOf = async (publisher: Publisher, method: string, below: string, body?: unknown) =>
  (await ask(publisher, method, below, body)).body.error?.code

/** contract/12-releases#121-publishing */
test.group('releases of a product', () => {
  test('are made, changed, published, yanked and given free, by either family', async ({ assert }) => {
    for (const publisher of await createPublishers()) await livesThrough(assert, publisher)
  })

  test('have one version each, and each a SemVer one', async ({ assert }) => {
    for (const publisher of await createPublishers()) {
      const id = await draft(publisher, 'v1.2.3')
      assert.equal((await ask(publisher, 'GET', `/${id}`)).body.data.release.version, '1.2.3')
      assert.equal(await codeOf(publisher, 'POST', '', { version: '1.2.3' }), 'CONFLICT')
      const other = await draft(publisher, '1.2.4')
      assert.equal(await codeOf(publisher, 'PATCH', `/${other}`, { version: '1.2.3' }), 'CONFLICT')
      const racing = await Promise.all(
        Array.from({ length: 5 }, () => ask(publisher, 'POST', '', { version: '2.0.0' }))
      )
      assert.deepEqual(racing.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
      for (const version of ['1.2', 'one', '01.2.3', '1.2.3-', `1.2.3-${'a'.repeat(200)}`, '', 5]) {
        assert.equal(await codeOf(publisher, 'POST', '', { version }), 'VALIDATION_ERROR', String(version))
      }
    }
  })

  test('are listed newest version first, page by page, by channel and status', async ({ assert }) => {
    const publisher = await createPublisher()
    const versions = ['1.0.0', '1.10.0', '1.9.0', '2.0.0-beta.2', '2.0.0-beta.11', '2.0.0']
    for (const version of versions) {
      await draft(publisher, version, { channel: version.includes('beta') ? 'beta' : 'stable' })
    }
    const listed = async (query: string) => {
      const { body } = await ask(publisher, 'GET', query)
      const found = body.data.releases as { version: string; artifactCount: number }[]
      return { versions: found.map(({ version }) => version), cursor: body.data.nextCursor as string | null }
    }
    const all = ['2.0.0', '2.0.0-beta.11', '2.0.0-beta.2', '1.10.0', '1.9.0', '1.0.0']
    assert.deepEqual((await listed('')).versions, all)
    assert.deepEqual((await listed('?channel=beta')).versions, all.slice(1, 3))
    assert.deepEqual((await listed('?status=draft&limit=200')).versions, all)
    assert.deepEqual((await listed('?status=yanked')).versions, [])
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await listed(`?limit=4&cursor=${encodeURIComponent(cursor)}`)
      paged.push(...page.versions)
      cursor = page.cursor
    }
    assert.deepEqual(paged, all)
    const noText = Buffer.from(JSON.stringify(['releases', '\0', newId()])).toString('base64url')
    for (const cursor of ['nonsense', noText]) {
      assert.equal(await codeOf(publisher, 'GET', `?cursor=${cursor}`), 'INVALID_CURSOR')
    }
    assert.equal(await codeOf(publisher, 'GET', '?channel=nightly'), 'VALIDATION_ERROR')
  })

  test('are another merchant’s secret, and no API key of one reaches the other', async ({ assert }) => {
    for (const publisher of await createPublishers()) {
      const foreign = await createPublisher(publisher.family)
      const id = await draft(foreign)
      const artifact = (await put(foreign, id, 'a.zip', 'x')).body.data.artifact.id as string
      for (const below of ['/publish', '/yank', '/unyank']) {
        assert.equal(await codeOf(publisher, 'POST', `/${id}${below}`, bodyOf(below)), 'NOT_FOUND')
      }
      assert.equal(await codeOf(publisher, 'GET', `/${id}`), 'NOT_FOUND')
      assert.equal(await codeOf(publisher, 'PATCH', `/${id}`, { name: 'Mine' }), 'NOT_FOUND')
      assert.equal(await codeOf(publisher, 'DELETE', `/${id}`), 'NOT_FOUND')
      assert.equal(await codeOf(publisher, 'DELETE', `/${id}/artifacts/${artifact}`), 'NOT_FOUND')
      assert.equal((await put(publisher, id, 'b.zip', 'x')).body.error.code, 'NOT_FOUND')
      assert.deepEqual((await ask(publisher, 'GET')).body.data.releases, [])
      assert.equal(await codeOf(publisher, 'GET', '/nonsense'), 'VALIDATION_ERROR')
      assert.equal(await codeOf(publisher, 'GET', `/${newId()}`), 'NOT_FOUND')
    }
  })

  test('are yanked for a reason, never without one', async ({ assert }) => {
    for (const publisher of await createPublishers()) {
      const id = await draft(publisher)
      await put(publisher, id, 'app.zip', 'bytes')
      await ask(publisher, 'POST', `/${id}/publish`)
      for (const body of [undefined, {}, { reason: null }, { reason: ' ' }, { reason: 'x'.repeat(1001) }]) {
        const { status, body: answer } = await ask(publisher, 'POST', `/${id}/yank`, body)
        assert.equal(status, 400, JSON.stringify(body))
        assert.equal(answer.error.code, 'VALIDATION_ERROR')
        assert.equal(answer.error.details![0].field, 'reason')
      }
      const { release } = (await ask(publisher, 'GET', `/${id}`)).body.data
      assert.containSubset(release, { status: 'published', yankReason: null })
    }
  })

  test('have notes of 64 KiB, and say which field is wrong', async ({ assert }) => {
    const publisher = await createPublisher()
    const full = '\n'.repeat(64 * 1024)
    const id = await draft(publisher, '1.0.0', { notes: full })
    assert.equal((await ask(publisher, 'GET', `/${id}`)).body.data.release.notes, full)
    const wrong: object[] = [
      { notes: `${full}\n` },
      { notes: 'é'.repeat(40_000) },
      { requires: ['Not A Feature'] },
      { requires: Array.from({ length: 51 }, (_, at) => `f${at}`) },
      { rolloutPercent: 101 },
      { rolloutPercent: 0.5 },
      { metadata: [] },
      { name: ' ' },
      {},
    ]
    for (const body of wrong) {
      const { error } = (await ask(publisher, 'PATCH', `/${id}`, body)).body
      assert.equal(error.code, 'VALIDATION_ERROR', JSON.stringify(body).slice(0, 80))
      assert.equal(error.details![0].field.split('.')[0], Object.keys(body)[0] ?? 'body', error.message)
    }
    assert.equal(await codeOf(publisher, 'PATCH', `/${id}`, { notes: 'a\0b' }), 'BAD_REQUEST')
  })
})

type Assert = import('@japa/assert').Assert

/** The body that a move needs: a yank says why. */
const bodyOf = (move: string) => (move === '/yank' ? { reason: 'Breaks files' } : {})

async function livesThrough(assert: Assert, publisher: Publisher) {
  const { merchant } = publisher
  const fields = { channel: 'beta', name: 'Spring', notes: '# New', requires: ['export', 'export'] }
  const made = await ask(publisher, 'POST', '', { version: '1.0.0', ...fields, metadata: { build: 7 } })
  assert.equal(made.status, 201)
  const { id, createdAt, updatedAt, ...release } = made.body.data.release
  assert.equal(createdAt, updatedAt)
  assert.deepEqual(release, {
    ...{ productId: merchant.productId, version: '1.0.0', status: 'draft', rolloutPercent: 100 },
    ...{ ...fields, requires: ['export'], metadata: { build: 7 }, artifacts: [] },
    ...{ yankReason: null, publishedAt: null, yankedAt: null },
  })
  const patch = { version: '1.0.1', channel: 'stable', name: null, rolloutPercent: 25 }
  assert.containSubset((await ask(publisher, 'PATCH', `/${id}`, patch)).body.data.release, patch)

  for (const move of ['yank', 'unyank', 'publish']) {
    assert.equal(
      await codeOf(publisher, 'POST', `/${id}/${move}`, bodyOf(`/${move}`)),
      'CONFLICT',
      `${move} of an empty draft`
    )
  }
  await put(publisher, id, 'app.zip', 'bytes')
  const published = (await ask(publisher, 'POST', `/${id}/publish`)).body.data.release
  assert.equal(published.status, 'published')
  assert.lengthOf(published.artifacts, 1)
  assert.equal(await codeOf(publisher, 'POST', `/${id}/publish`), 'CONFLICT')
  assert.equal(await codeOf(publisher, 'DELETE', `/${id}`), 'CONFLICT')
  for (const fixed of [{ version: '1.0.2' }, { channel: 'rc' }]) {
    assert.equal(await codeOf(publisher, 'PATCH', `/${id}`, fixed), 'CONFLICT')
  }
  const later = { notes: 'Mended.', rolloutPercent: 50, version: '1.0.1' }
  assert.containSubset((await ask(publisher, 'PATCH', `/${id}`, later)).body.data.release, later)

  const yanked = (await ask(publisher, 'POST', `/${id}/yank`, { reason: ' Breaks files ' })).body.data.release
  assert.containSubset(yanked, { status: 'yanked', yankReason: 'Breaks files' })
  assert.isNotNull(yanked.yankedAt)
  assert.equal(await codeOf(publisher, 'POST', `/${id}/yank`, bodyOf('/yank')), 'CONFLICT')
  const free = (await ask(publisher, 'POST', `/${id}/unyank`)).body.data.release
  assert.containSubset(free, { status: 'published', yankReason: null, yankedAt: null })
  assert.equal(free.publishedAt, published.publishedAt)

  const { productId } = merchant
  const told = { releaseId: id, productId, version: '1.0.1' }
  assert.deepEqual(await eventsOf(id), [
    { name: 'release.published', data: { ...told, channel: 'stable' }, productId },
    { name: 'release.yanked', data: told, productId },
  ])
  const gone = await draft(publisher, '3.0.0')
  assert.deepEqual((await ask(publisher, 'DELETE', `/${gone}`)).body.data, { id: gone })
  const actions = (await auditTrail(merchant)).map(({ action }) => action)
  assert.deepEqual(
    actions.filter((action) => action.startsWith('release.')).reverse(),
    [
      ...[
        'created',
        'updated',
        'file_added',
        'published',
        'updated',
        'yanked',
        'unyanked',
        'created',
        'deleted',
      ],
    ].map((one) => `release.${one}`)
  )
}
