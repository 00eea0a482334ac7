import { test } from '@japa/runner'
import config from '#config/queue'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { lowered, withoutLimits } from '#tests/testkit/limits'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { distribute, programOf, publishRelease, yank } from '#tests/testkit/published'
import { until } from '#tests/testkit/wait'

const FEEDS = [
  ...['', '/tauri/linux/x86_64/1.0.0', '/electron/latest-linux.yml', '/appcast.xml'],
  ...['/velopack/releases.linux.json', '/velopack/app-2.0.0.zip', '/electron/app-2.0.0.zip'],
]

async function setUp() {
  const merchant = await createMerchant()
  const { artifacts } = await publishRelease(merchant, '2.0.0', {
    files: [{ filename: 'app-2.0.0.zip', signature: 'signed' }],
  })
  const program = await programOf(merchant)
  const routes = [...FEEDS, `/artifacts/${artifacts[0].id}`]
  const told = async (path: string, headers: Record<string, string> = {}) => {
    const { status, body } = await program.ask(path, headers)
    return body?.error ? `${status} ${body.error.code}` : status
  }
  return { merchant, program, routes, artifact: artifacts[0], told }
}

/** contract/12-releases#124-update-feeds */
test.group('the codes of update feeds', () => {
  test('of each route, in their order', async ({ assert }) => {
    const { merchant, routes, told } = await setUp()
    const foreign = await setUp()
    const { ask: revoked } = await programOf(merchant, { status: 'REVOKED' })
    const lapsed = await programOf(merchant, { expirationMode: 'fixed', expiresAt: Date.now() - 1 })
    for (const path of routes) {
      const good = /zip$|artifacts/.test(path) ? 302 : 200
      assert.equal(await told(path), good, path)
      assert.equal(await told(path, { 'x-license-key': 'of nobody' }), '404 LICENSE_NOT_FOUND', path)
      assert.equal(
        await told(path, { 'x-license-key': foreign.program.license.key }),
        '404 LICENSE_NOT_FOUND',
        path
      )
      assert.equal(await told(path, { 'x-license-key': '' }), '401 UNAUTHORIZED', path)
      assert.equal((await revoked(path)).body.error.code, 'LICENSE_INACTIVE', path)
      assert.equal((await lapsed.ask(path)).body.error.code, 'LICENSE_INACTIVE', path)
      const to = (productId: string) => call('GET', `/v1/updates/${productId}${path}`, { text: true })
      assert.equal((await to(newId())).body.error.code, 'PRODUCT_NOT_FOUND', path)
      assert.equal((await to('editor')).body.error.code, 'VALIDATION_ERROR', path)
    }
    await distribute(merchant, 'closed')
    for (const path of routes) assert.equal(await told(path), '403 FORBIDDEN', path)
  })

  test('a version, a range, a channel or a platform that is none', async ({ assert }) => {
    const { told } = await setUp()
    const queries = [
      'version=1.0',
      'version=latest',
      'range=newest',
      'channel=nightly',
      'platform=Mac%20OS',
      'arch=x-1',
    ]
    for (const query of queries) assert.equal(await told(`?${query}`), '400 VALIDATION_ERROR', query)
    assert.equal(await told('?version=&range='), 200)
    assert.equal(await told('/tauri/linux/x86_64/1.0'), '400 VALIDATION_ERROR')
    assert.equal(await told('/tauri/linux/x-86/1.0.0'), '400 VALIDATION_ERROR')
    assert.equal(await told('/appcast.xml?channel=nightly'), '400 VALIDATION_ERROR')
  })

  test('the key of the license may come in the query, and then goes on in links', async ({ assert }) => {
    const { program } = await setUp()
    const { key } = program.license
    const { status, body } = await call('GET', `${program.base}?key=${encodeURIComponent(key)}`)
    assert.equal(status, 200)
    const { url } = body.data.update.artifacts[0] as { url: string }
    const { pathname, search } = new URL(url)
    assert.equal(search, `?key=${key}`)
    const found = await call('GET', pathname + search, { text: true })
    assert.equal(found.status, 302)
    assert.notInclude(found.headers.get('location'), key)
    const none = await call('GET', `${program.base}?key=%00`)
    assert.equal(none.body.error.code, 'LICENSE_NOT_FOUND')
  })
})

/** contract/12-releases#122-who-may-have-what */
test.group('a file that a program asks for by id', () => {
  test('is refused with the reason, and is not there while its release is not', async ({ assert }) => {
    const { merchant, program, artifact, told } = await setUp()
    const path = `/artifacts/${artifact.id}`
    const beta = await publishRelease(merchant, '3.0.0-beta.1', { channel: 'beta' })
    const draft = await publishRelease(merchant, '4.0.0', { status: 'draft' })
    const needs = await publishRelease(merchant, '5.0.0', { requires: ['export'] })
    const fresh = await publishRelease(merchant, '6.0.0', { rolloutPercent: 0 })
    const foreign = await setUp()
    for (const { artifacts } of [beta, needs, fresh])
      assert.equal(await told(`/artifacts/${artifacts[0].id}`), '403 FORBIDDEN')
    for (const id of [draft.artifacts[0].id, foreign.artifact.id, newId()])
      assert.equal(await told(`/artifacts/${id}`), '404 NOT_FOUND')
    assert.equal(await told('/artifacts/newest'), '400 VALIDATION_ERROR')
    await program.grantChannels(['alpha'])
    assert.equal(await told(`/artifacts/${beta.artifacts[0].id}`), 302)
    await program.boundVersions('<2')
    assert.equal(await told(path), '403 FORBIDDEN')
    await program.boundVersions('2.x')
    await program.endUpdates(new Date(0))
    assert.equal(await told(path), '403 FORBIDDEN')
    const released = await publishRelease(merchant, '2.0.1')
    await program.endUpdates(new Date(Date.now() + 1000))
    await yank(released.id)
    assert.equal(await told(`/artifacts/${released.artifacts[0].id}`), '404 NOT_FOUND')
  })

  test('counts in the window of the license', async ({ assert }) => {
    const { told, artifact } = await setUp()
    using _ = lowered({ licensePerMinute: 3 })
    const paths = [`/artifacts/${artifact.id}`, '/electron/app-2.0.0.zip', '/velopack/app-2.0.0.zip']
    for (const path of paths) assert.equal(await told(path), 302)
    // A call is let through uncounted if the store of the limits does not answer within its second.
    for (const path of paths)
      await until(`${path} is refused`, async () => (await told(path)) === '429 RATE_LIMITED')
    assert.equal(await told(''), 200, 'feeds do not')
  })

  test('are not counted while the store of the limits is down, or refused where it has to be there', async ({
    assert,
  }) => {
    const { told, artifact } = await setUp()
    const paths = [`/artifacts/${artifact.id}`, '/electron/app-2.0.0.zip', '/velopack/app-2.0.0.zip']
    await withoutLimits(async () => {
      for (const [failClosed, answer] of [
        [true, '503 RATE_LIMIT_UNAVAILABLE'],
        [false, 302],
      ] as const) {
        using _ = lowered({ failClosed, licensePerMinute: 100 })
        for (const path of paths) assert.equal(await told(path), answer)
      }
    })
  }).skip(config.backend === 'redis', 'takes a function of Postgres away')
})

test.group('the explanation of an offer', () => {
  test('says which release is offered, and why each other is not', async ({ assert }) => {
    const { merchant, program } = await setUp()
    await publishRelease(merchant, '1.0.0')
    await publishRelease(merchant, '3.0.0-rc.1', { channel: 'rc' })
    await publishRelease(merchant, '4.0.0', { status: 'draft' })
    const { key } = await createApiKey(merchant, ['release:read'])
    const path = `/v1/products/${merchant.productId}/releases/explain`
    const explain = (query: string) => call('GET', path + query, { apiKey: key })
    const { body } = await explain(`?licenseId=${program.license.id}&version=1.0.0&platform=mac`)
    const reasons = (body.data.releases as { version: string; reason: string | null }[]).map((one) => [
      one.version,
      one.reason,
    ])
    assert.deepEqual(reasons, [
      ['4.0.0', 'not_published'],
      ['3.0.0-rc.1', 'channel'],
      ['2.0.0', null],
      ['1.0.0', 'not_newer'],
    ])
    assert.equal(body.data.offered.version, '2.0.0')
    const without = await explain('')
    assert.isNull(without.body.data.offered)
    assert.isTrue(
      (without.body.data.releases as { reason: string }[]).every(({ reason }) => reason === 'unlicensed')
    )
    assert.equal((await explain(`?licenseId=${newId()}`)).body.error.code, 'LICENSE_NOT_FOUND')
    assert.equal((await explain('?version=1')).body.error.code, 'VALIDATION_ERROR')
    const { program: foreign } = await setUp()
    assert.equal((await explain(`?licenseId=${foreign.license.id}`)).body.error.code, 'LICENSE_NOT_FOUND')
  })

  test('finds the release that the feeds offer, however many newer ones there are', async ({ assert }) => {
    const { merchant, program } = await setUp()
    for (let night = 1; night <= 200; night++) {
      await publishRelease(merchant, `3.0.0-dev.${night}`, { channel: 'dev' })
    }
    const { key } = await createApiKey(merchant, ['release:read'])
    const path = `/v1/products/${merchant.productId}/releases/explain?licenseId=${program.license.id}`
    const explain = async (query: string) => (await call('GET', path + query, { apiKey: key })).body.data
    assert.equal((await program.ask('?version=1.0.0')).body.data.update.version, '2.0.0')
    const { offered, releases } = await explain('&version=1.0.0')
    assert.equal(offered.version, '2.0.0')
    assert.lengthOf(releases, 201)
    assert.deepEqual([releases[0].version, releases[0].reason], ['3.0.0-dev.200', 'channel'])
    assert.deepEqual(releases[200], offered)
    const newest = await explain('&version=2.0.0')
    assert.isNull(newest.offered)
    assert.lengthOf(newest.releases, 200)
  })
})
