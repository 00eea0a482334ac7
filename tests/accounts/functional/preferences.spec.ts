import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { firstRow, rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { BASE } from '#tests/testkit/http'
import { createMerchant } from '#tests/testkit/merchant'

const PATH = '/v1/dashboard/me/preferences'
const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) })

/** contract/01-changes#reads-for-a-console */
test.group('preferences', () => {
  test('are empty until set, replaced as a whole, and nobody else has them', async ({ assert }) => {
    const [mine, theirs] = [await createMerchant(), await createMerchant()]
    const read = async ({ token }: { token: string }) => (await call('GET', PATH, { token })).body.data
    assert.deepEqual(await read(mine), { preferences: {} })
    for (const preferences of [{ theme: 'dark', views: [{ name: 'Ünïcode' }] }, { theme: 'light' }]) {
      const saved = await call('PUT', PATH, { token: mine.token, body: { preferences } })
      assert.deepEqual(saved.body.data, { preferences })
      assert.deepEqual(await read(mine), { preferences })
    }
    assert.deepEqual(await read(theirs), { preferences: {} })
  })

  test('take one object of at most 16 KiB and 8 levels')
    .with([null, [], 'x', 5, { a: 'x'.repeat(16 * 1024) }, deep(9), undefined] as unknown[])
    .run(async ({ assert }, preferences) => {
      const { token } = await createMerchant()
      const { status, body } = await call('PUT', PATH, { token, body: { preferences } })
      assert.equal(status, 400)
      assert.equal(body.error.code, 'VALIDATION_ERROR')
      assert.equal(body.error.details![0].field, 'preferences')
    })

  test('a number that would come back as another one is refused, and named: {$self}')
    .with(['9007199254740993', '1e400'])
    .run(async ({ assert }, number) => {
      const { token } = await createMerchant()
      const response = await fetch(BASE + PATH, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: `{"preferences":{"view":{"id":${number}}}}`,
      })
      const { error } = (await response.json()) as { error: { code: string; details: { field: string }[] } }
      assert.equal(error?.code, 'VALIDATION_ERROR')
      assert.equal(error.details[0].field, 'preferences.view.id')
      assert.deepEqual((await call('GET', PATH, { token })).body.data, { preferences: {} })
    })

  test('a replay saves nothing again, and a strange parameter is named', async ({ assert }) => {
    const { token } = await createMerchant()
    const headers = { 'idempotency-key': 'my-preferences' }
    const body = { preferences: { a: 1 } }
    await call('PUT', PATH, { token, headers, body })
    await call('PUT', PATH, { token, body: { preferences: { a: 2 } } })
    await call('PUT', PATH, { token, headers, body })
    assert.deepEqual((await call('GET', PATH, { token })).body.data.preferences, { a: 2 })
    assert.equal((await call('GET', `${PATH}?x=1`, { token })).body.error.code, 'VALIDATION_ERROR')
  })

  test('go with the user', async ({ assert }) => {
    const { token, userId } = await createMerchant()
    await call('PUT', PATH, { token, body: { preferences: { a: 1 } } })
    await rows(db.connection(), `delete from org_members where user_id = ?`, [userId])
    await rows(db.connection(), `delete from users where id = ?`, [userId])
    const left = `select 1 from user_preferences where user_id = ?`
    assert.isNull(await firstRow(db.connection(), left, [userId]))
  })
})
