import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { BASE } from '#tests/testkit/http'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { createMember } from '#tests/testkit/team'
import { until } from '#tests/testkit/wait'

type Shown = { id: string; status: string; can: Record<string, boolean> }

const operations = ({ orgId }: Merchant) => `/v1/dashboard/orgs/${orgId}/operations`

async function freeze(merchant: Merchant, body: object = { filter: {} }): Promise<Shown> {
  const path = `/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`
  return (await call('POST', path, { token: merchant.token, body })).body.data.operation
}

/** contract/01-changes#reads-for-a-console */
test.group('operations, as a console reads them', () => {
  test('say who started them: with the address, to users alone', async ({ assert }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 1)
    const { id } = await freeze(merchant)
    const viewer = await createMember(merchant, 'VIEWER')
    const shown = (await call('GET', `${operations(merchant)}/${id}`, { token: viewer.token })).body.data
      .operation
    assert.deepEqual(shown.createdBy, { type: 'user', id: merchant.userId, email: merchant.email })
    const { key, id: keyId } = await createApiKey(merchant, ['license:read', 'license:update'])
    const keyed = `/v1/products/${merchant.productId}`
    await call('POST', `${keyed}/licenses/unfreeze`, { apiKey: key, body: { filter: {} } })
    const [listed] = (await call('GET', `${keyed}/operations`, { apiKey: key })).body.data.operations
    assert.deepEqual(listed.createdBy, { type: 'apiKey', id: keyId })
  })

  test('are listed by whether they are dry runs', async ({ assert }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 1)
    const dry = await freeze(merchant, { filter: {}, dryRun: true })
    const real = await freeze(merchant)
    const ids = async (query: string) => {
      const { body } = await call('GET', `${operations(merchant)}?${query}`, { token: merchant.token })
      return body.data.operations.map(({ id }: Shown) => id)
    }
    assert.deepEqual(await ids('dryRun=true'), [dry.id])
    assert.deepEqual(await ids('dryRun=false'), [real.id])
    assert.deepEqual(await ids('limit=10'), [real.id, dry.id])
  })

  test('say what can be done to them, and the routes agree', async ({ assert }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 2)
    const { token } = merchant
    const can = async (id: string) =>
      (await call('GET', `${operations(merchant)}/${id}`, { token })).body.data.operation.can
    const none = { cancel: false, retry: false, undo: false, apply: false, download: false }
    const post = (id: string, control: string) =>
      call('POST', `${operations(merchant)}/${id}/${control}`, { token, body: {} })
    const agrees = async (id: string, expected: object) => {
      const shown = await can(id)
      assert.deepEqual(shown, { ...none, ...expected })
      for (const control of ['retry', 'undo', 'apply', 'cancel']) {
        if (shown[control]) continue
        assert.equal((await post(id, control)).body.error?.code, 'CONFLICT', `${control} of ${id}`)
      }
    }
    const cancelled = await freeze(merchant)
    await agrees(cancelled.id, { cancel: true })
    await post(cancelled.id, 'cancel')
    await agrees(cancelled.id, { retry: true })
    const dry = await freeze(merchant, { filter: {}, dryRun: true })
    await runToEnd(dry.id)
    await agrees(dry.id, { apply: true })
    const applied = (await post(dry.id, 'apply')).body.data.operation
    await agrees(dry.id, {})
    await runToEnd(applied.id)
    await agrees(applied.id, { undo: true })
    const undo = (await post(applied.id, 'undo')).body.data.operation
    await runToEnd(undo.id)
    await agrees(undo.id, {})
  })

  test('of an org: the overview is that of the active org', async ({ assert }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 3)
    const { token, orgId } = merchant
    await call('POST', '/v1/dashboard/active-org', { token, body: { orgId } })
    const active = (await call('GET', '/v1/dashboard/overview', { token })).body.data
    const { body } = await call('GET', `/v1/dashboard/orgs/${orgId}/overview`, { token })
    assert.deepEqual(body.data, active)
    assert.equal(body.data.licenses.total, 3)
  })

  test('give their failed items as a file, and nothing of others', async ({ assert }) => {
    const merchant = await createMerchant()
    const [{ id: licenseId, key }] = await seedLicenses(merchant, 1, { status: 'REVOKED' })
    const { id } = await freeze(merchant, { licenseIds: [licenseId] })
    await runToEnd(id)
    const response = await fetch(`${BASE}${operations(merchant)}/${id}/items?format=csv`, {
      headers: { authorization: `Bearer ${merchant.token}` },
    })
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.include(response.headers.get('content-disposition')!, `failed-${id}.csv`)
    const lines = (await response.text()).split('\r\n')
    assert.equal(lines[0], 'licenseId,key,code,error')
    assert.isTrue(lines[1].startsWith(`${licenseId},${key},CONFLICT,`), lines[1])
    assert.equal(lines[2], '')
  })

  test('give the file a byte order mark if it is asked for, and no list has one', async ({ assert }) => {
    const merchant = await createMerchant()
    const [{ id: licenseId }] = await seedLicenses(merchant, 1, { status: 'REVOKED' })
    const { id } = await freeze(merchant, { licenseIds: [licenseId] })
    await runToEnd(id)
    const path = `${operations(merchant)}/${id}/items`
    const { token } = merchant
    const response = await fetch(`${BASE}${path}?format=csv&bom=true`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.isTrue(bytes.toString().startsWith(`\ufefflicenseId,key,code,error\r\n${licenseId},`), `${bytes}`)
    const { status, body } = await call('GET', `${path}?bom=true`, { token })
    assert.equal(status, 400)
    assert.equal(body.error.details![0].field, 'bom')
    assert.equal((await call('GET', `${path}?bom=false`, { token })).status, 200)
  })

  test('give no file of their skipped items', async ({ assert }) => {
    const merchant = await createMerchant()
    const [{ id: licenseId }] = await seedLicenses(merchant, 1, { status: 'REVOKED' })
    const { id } = await freeze(merchant, { licenseIds: [licenseId] })
    await runToEnd(id)
    const path = `${operations(merchant)}/${id}/items?format=csv`
    const { token } = merchant
    const headers = { authorization: `Bearer ${token}` }
    const failed = await fetch(`${BASE}${path}&outcome=failed`, { headers })
    assert.include(await failed.text(), `${licenseId},`)
    const skipped = await fetch(`${BASE}${path}&outcome=skipped`, { headers })
    assert.equal(skipped.status, 400, await skipped.clone().text())
    const { error } = (await skipped.json()) as { error: object }
    assert.containSubset(error, { code: 'VALIDATION_ERROR', details: [{ field: 'format' }] })
  })

  test('give no spreadsheet a formula that somebody has named as a key', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id } = await freeze(merchant, { licenseKeys: ['=HYPERLINK("http://evil.example")', '@SUM(1)'] })
    await runToEnd(id)
    const response = await fetch(`${BASE}${operations(merchant)}/${id}/items?format=csv`, {
      headers: { authorization: `Bearer ${merchant.token}` },
    })
    const [, ...lines] = (await response.text()).split('\r\n')
    assert.match(lines[0], /^,"'=HYPERLINK\(""http:\/\/evil\.example""\)",LICENSE_NOT_FOUND,/)
    assert.match(lines[1], /^,'@SUM\(1\),LICENSE_NOT_FOUND,/)
  })
})

/** contract/01-changes#reads-for-a-console */
test.group('the stream of all operations of an org', () => {
  test('is for members of the org', async ({ assert }) => {
    const [merchant, stranger] = [await createMerchant(), await createMerchant()]
    const path = `${operations(merchant)}/stream`
    const { key } = await createApiKey(merchant, ['license:read'])
    assert.equal((await call('GET', path)).body.error.code, 'UNAUTHORIZED')
    assert.equal((await call('GET', path, { apiKey: key })).body.error.code, 'UNAUTHORIZED')
    assert.equal((await call('GET', path, { token: stranger.token })).body.error.code, 'FORBIDDEN')
    const { token } = await createMember(merchant, 'VIEWER')
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${token}` }
    assert.equal((await fetch(BASE + path, { headers, signal: leaving.signal })).status, 200)
    leaving.abort()
  })

  test('tells of every operation that begins, goes on and ends, and of no other org', async ({
    assert,
    cleanup,
  }) => {
    const [merchant, stranger] = [await createMerchant(), await createMerchant()]
    for (const one of [merchant, stranger]) await seedLicenses(one, 50)
    const before = await freeze(merchant)
    const leaving = new AbortController()
    cleanup(() => leaving.abort())
    const response = await fetch(`${BASE}${operations(merchant)}/stream`, {
      headers: { authorization: `Bearer ${merchant.token}` },
      signal: leaving.signal,
    })
    assert.match(response.headers.get('content-type')!, /^text\/event-stream/)
    let heard = ''
    const reading = (async () => {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) heard += chunk
    })().catch(() => {})
    await until('the open operation to be told', () => heard.includes(before.id))
    const later = await freeze(merchant, { filter: {}, dryRun: true })
    const foreign = await freeze(stranger)
    for (const { id } of [before, later, foreign]) await runToEnd(id)
    const ends = () => [...heard.matchAll(/event: end\ndata: (.*)\n/g)].map(([, data]) => JSON.parse(data))
    await until('both ends to be told', () => ends().length === 2)
    assert.sameMembers(
      ends().map(({ operation }) => operation.id),
      [before.id, later.id]
    )
    assert.notInclude(heard, foreign.id)
    leaving.abort()
    await reading
  })

  test('tells of an end that nobody saw while the client was slow or the database away', async ({
    assert,
    cleanup,
  }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 1)
    const { id } = await freeze(merchant)
    const leaving = new AbortController()
    cleanup(() => leaving.abort())
    const response = await fetch(`${BASE}${operations(merchant)}/stream`, {
      headers: { authorization: `Bearer ${merchant.token}` },
      signal: leaving.signal,
    })
    let heard = ''
    const reading = (async () => {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) heard += chunk
    })().catch(() => {})
    await until('the open operation to be told', () => heard.includes(id))
    await rows(
      db.connection(),
      `update operations set status = 'completed', finished_at = now() - interval '1 minute' where id = ?`,
      [id]
    )
    await until('its end to be told', () => heard.includes('event: end'), 5000)
    assert.lengthOf([...heard.matchAll(/event: end\n/g)], 1)
    assert.equal(JSON.parse(/event: end\ndata: (.*)\n/.exec(heard)![1]).operation.id, id)
    leaving.abort()
    await reading
  })
})
