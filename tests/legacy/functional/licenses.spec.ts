import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import type { Permission } from '#catalog/rules/permissions'
import { newId } from '#kernel/secrets/ids'
import { makeLicense, outgoingEvents } from '#tests/testkit/made_licenses'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'

const ALL: Permission[] = [
  'license:create',
  'license:read',
  'license:update',
  'license:delete',
  'license:reset_hwid',
  'product:read',
]

async function merchantWithKey(permissions = ALL) {
  const merchant = await createMerchant()
  const { key } = await createApiKey(merchant, permissions)
  return { merchant, headers: { authorization: `Bearer ${key}` } }
}

test.group('secondary route set: licenses', () => {
  test('made PENDING, redeemed by its owner, and by nobody else', async ({ client, assert }) => {
    const { merchant, headers } = await merchantWithKey()
    const created = await client
      .post('/api/licenses/create')
      .headers(headers)
      .json({ count: 2, productId: merchant.productId })
    created.assertStatus(201)
    const [license, other] = created.body().data.licenses
    assert.equal(license.status, 'PENDING')
    const redeem = (licenseKey: string, owner: object) =>
      client
        .post('/api/licenses/redeem')
        .headers(headers)
        .json({ licenseKey, ...owner })
    const assigned = await client
      .post('/api/licenses/assign')
      .headers(headers)
      .json({ licenseId: license.id, email: 'Ada@Example.com', username: 'ada' })
    assigned.assertStatus(200)
    assert.equal(assigned.body().data.license.status, 'PENDING')
    const stranger = await redeem(license.key, { email: 'bob@example.com' })
    assert.deepEqual([stranger.status(), stranger.body().error.code], [409, 'LICENSE_NOT_OWNED'])
    const owner = await redeem(license.key, { email: 'ada@example.com' })
    owner.assertStatus(200)
    assert.equal(owner.body().data.license.status, 'ACTIVE')
    const again = await redeem(license.key, { username: 'ada' })
    assert.deepEqual([again.status(), again.body().error.code], [409, 'CONFLICT'])
    const first = await redeem(other.key, { username: 'eve' })
    assert.equal(first.body().data.license.status, 'ACTIVE')
    const told = (await outgoingEvents(merchant)).filter(({ name }) => name === 'license.updated')
    assert.deepEqual(
      told.map(({ data }) => data),
      [
        { licenseId: license.id, fields: ['endUserId'] },
        { licenseId: license.id, fields: ['status'] },
        { licenseId: other.id, fields: ['status', 'endUserId'] },
      ]
    )
    const people = await db.rawQuery('select email, username from end_users where org_id = ? order by id', [
      merchant.orgId,
    ])
    // Bob, whose request was refused, is not stored.
    assert.deepEqual(people.rows, [
      { email: 'ada@example.com', username: 'ada' },
      { email: null, username: 'eve' },
    ])
  })

  test('of many that redeem one key, one gets it', async ({ client, assert }) => {
    const { merchant, headers } = await merchantWithKey()
    const { key } = await makeLicense(merchant, { status: 'PENDING' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        client
          .post('/api/licenses/redeem')
          .headers(headers)
          .json({ licenseKey: key, username: `user-${at}` })
      )
    )
    assert.lengthOf(
      answers.filter((one) => one.status() === 200),
      1
    )
    assert.isTrue(answers.every((one) => [200, 409].includes(one.status())))
  })

  test('listed, reset and deleted', async ({ client, assert }) => {
    const { merchant, headers } = await merchantWithKey()
    const { id } = await makeLicense(merchant)
    const list = await client.get('/api/licenses/list').qs({ appId: merchant.productId }).headers(headers)
    assert.deepEqual(
      list.body().data.licenses.map((one: { id: string }) => one.id),
      [id]
    )
    const reset = await client.patch('/api/licenses/reset-hwid').headers(headers).json({ licenseId: id })
    assert.equal(reset.body().data.license.hwidResetCount, 1)
    const deleted = await client.delete('/api/licenses/delete').headers(headers).json({ licenseId: id })
    assert.deepEqual(deleted.body(), { ok: true, data: { id } })
    for (const path of ['apps', 'products']) {
      const seen = await client.get(`/api/${path}/list`).headers(headers)
      assert.equal(seen.body().data[path][0].id, merchant.productId)
    }
  })

  test('{0} {1} with {2} is {3} {4}')
    .with([
      ['post', 'licenses/create', { count: 0 }, 400, 'BAD_REQUEST'],
      ['post', 'licenses/create', { count: 501 }, 400, 'BAD_REQUEST'],
      ['post', 'licenses/create', { count: 'x' }, 400, 'VALIDATION_ERROR'],
      ['post', 'licenses/create', { productId: newId() }, 403, 'FORBIDDEN'],
      ['get', `licenses/list?appId=${newId()}`, {}, 403, 'FORBIDDEN'],
      ['post', 'licenses/assign', { licenseId: newId(), email: 'a@example.com' }, 404, 'LICENSE_NOT_FOUND'],
      ['post', 'licenses/assign', { licenseId: 'x', email: 'a@example.com' }, 400, 'VALIDATION_ERROR'],
      ['post', 'licenses/assign', { email: 'no address' }, 400, 'VALIDATION_ERROR'],
      ['post', 'licenses/assign', {}, 400, 'VALIDATION_ERROR'],
      ['post', 'licenses/assign', { userId: newId() }, 404, 'USER_NOT_FOUND'],
      ['post', 'licenses/redeem', { licenseKey: 'NONE', username: 'a' }, 404, 'LICENSE_NOT_FOUND'],
      ['post', 'licenses/redeem', { username: 'a' }, 400, 'VALIDATION_ERROR'],
      ['delete', 'licenses/delete', { licenseId: newId() }, 404, 'LICENSE_NOT_FOUND'],
      ['patch', 'licenses/reset-hwid', { licenseId: 5 }, 400, 'VALIDATION_ERROR'],
      ['post', 'apps/create', { name: 'x' }, 403, 'APIKEY_NOT_ALLOWED'],
      ['post', 'apps/delete', {}, 403, 'APIKEY_NOT_ALLOWED'],
    ] as const)
    .run(async ({ client, assert }, [method, path, fields, status, code]) => {
      const { merchant, headers } = await merchantWithKey()
      const { id } = await makeLicense(merchant)
      const body = { productId: merchant.productId, licenseId: id, ...fields }
      const response = await client[method](`/api/${path}`).headers(headers).json(body)
      response.assertStatus(status)
      assert.equal(response.body().error.code, code)
    })

  test('an owner who is banned or unknown is refused, a missing scope and a missing key too', async ({
    client,
    assert,
  }) => {
    const { merchant, headers } = await merchantWithKey()
    const { id: licenseId, key } = await makeLicense(merchant, { status: 'PENDING' })
    await db.rawQuery(
      `insert into end_users (id, org_id, username, banned_at, created_at) values (?, ?, 'mal', now(), now())`,
      [newId(), merchant.orgId]
    )
    const body = { licenseKey: key, username: 'mal' }
    const banned = await client.post('/api/licenses/redeem').headers(headers).json(body)
    assert.deepEqual([banned.status(), banned.body().error.code], [403, 'USER_BANNED'])
    const given = { licenseId, username: 'mal' }
    const assigned = await client.post('/api/licenses/assign').headers(headers).json(given)
    assert.deepEqual([assigned.status(), assigned.body().error.code], [403, 'USER_BANNED'])
    const unknown = { licenseKey: key, userId: newId() }
    const redeemed = await client.post('/api/licenses/redeem').headers(headers).json(unknown)
    assert.deepEqual([redeemed.status(), redeemed.body().error.code], [404, 'USER_NOT_FOUND'])
    const reader = await createApiKey(merchant, ['license:read'])
    const denied = await client
      .post('/api/licenses/redeem')
      .header('authorization', `Bearer ${reader.key}`)
      .json(body)
    assert.deepEqual([denied.status(), denied.body().error.code], [403, 'PERMISSION_DENIED'])
    const nobody = await client.post('/api/licenses/redeem').json(body)
    nobody.assertStatus(401)
  })
})
