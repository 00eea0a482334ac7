import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { ensureEndUser } from '#end_users/actions/ensure_end_user'
import type { EndUserName } from '#end_users/rules/named_person'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { createEndUser } from '#tests/testkit/end_users'
import { call } from '#tests/testkit/api'
import { makeLicense } from '#tests/testkit/made_licenses'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'

/** contract/09-end-users#96-the-merchants-side */
test.group('somebody whom a merchant names as the owner of a license', () => {
  test('is, after merges, whoever has everything now; nobody after an erasure', async ({ assert }) => {
    const merchant = await createMerchant()
    const { orgId } = merchant
    const [first, second, last] = [
      await createEndUser(merchant),
      await createEndUser(merchant),
      await createEndUser(merchant),
    ]
    const ensure = (name: EndUserName) =>
      transaction((trx) => ensureEndUser(trx, orgId, name, Date.now())).then(
        ({ id }) => id,
        ({ code }) => code
      )
    const merge = `update end_users set merged_into = ? where id = ?`
    await rows(db.connection(), merge, [second.id, first.id])
    await rows(db.connection(), merge, [last.id, second.id])
    assert.equal(await ensure({ userId: first.id }), last.id)
    assert.equal(await ensure({ email: first.email }), last.id)
    await rows(db.connection(), `update end_users set banned_at = now() where id = ?`, [last.id])
    assert.equal(await ensure({ userId: first.id }), 'USER_BANNED')
    await rows(db.connection(), `update end_users set erased_at = now() where id = ?`, [last.id])
    assert.equal(await ensure({ userId: first.id }), 'USER_NOT_FOUND')
    assert.equal(await ensure({ userId: last.id }), 'USER_NOT_FOUND')
  })

  test('{says}')
    .with([
      { says: 'a new address beside the username of another', names: ['new', 'sam'], is: 'CONFLICT' },
      { says: 'a new username beside the address of another', names: ['sam', 'new'], is: 'CONFLICT' },
      { says: 'address and username of two people', names: ['bob', 'sam'], is: 'CONFLICT' },
      { says: 'address and username of one', names: ['sam', 'sam'], is: 'sam' },
      { says: 'a new username of somebody without one', names: ['bob', 'new'], is: 'bob' },
      { says: 'the id of one, the address of another', names: ['bob', null], id: 'sam', is: 'CONFLICT' },
      { says: 'the id of one, the username of another', names: [null, 'sam'], id: 'bob', is: 'CONFLICT' },
      { says: 'a new address beside an id', names: ['new', null], id: 'sam', is: 'CONFLICT' },
      { says: 'id, address and username of one', names: ['sam', 'sam'], id: 'sam', is: 'sam' },
    ] as { says: string; names: (string | null)[]; id?: 'sam' | 'bob'; is: string }[])
    .run(async ({ assert }, { names: [email, username], id, is }) => {
      const merchant = await createMerchant()
      const { orgId } = merchant
      const [sam, bob] = [await createEndUser(merchant), await createEndUser(merchant)]
      const people: Record<string, { id: string; email: string }> = { sam, bob }
      await rows(db.connection(), `update end_users set username = 'sam' where id = ?`, [sam.id])
      const name = {
        userId: id && people[id].id.toUpperCase(),
        email: email && (people[email]?.email ?? 'new@example.net'),
        username,
      }
      const answer = transaction((trx) => ensureEndUser(trx, orgId, name, Date.now()))
      const got = await answer.catch((error: unknown) => error as { code: string; details: object[] })
      if ('details' in got) {
        assert.equal(got.code, is)
        assert.lengthOf(got.details, 2)
      } else assert.equal(got.id, people[is]?.id)
      const known = await rows(db.connection(), `select email from end_users where org_id = ?`, [orgId])
      assert.lengthOf(known, 2)
    })

  test('is not another person: assign and redeem refuse names of two, and a blank one', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const { orgId } = merchant
    const { id, key } = await makeLicense(merchant, { status: 'PENDING' })
    const { key: apiKey } = await createApiKey(merchant, ['license:update', 'end_user:read'])
    const [sam, bob] = [await createEndUser(merchant), await createEndUser(merchant)]
    await rows(db.connection(), `update end_users set username = 'sam' where id = ?`, [sam.id])
    const send = (path: string, names: object) => {
      const body = { licenseId: id, licenseKey: key, ...names }
      return call('POST', `/api/licenses/${path}`, { apiKey, body })
    }
    for (const path of ['redeem', 'assign']) {
      const two = await send(path, { email: bob.email, username: 'sam' })
      assert.deepEqual([two.status, two.body.error.code], [409, 'CONFLICT'], path)
      assert.deepEqual(two.body.error.details, [
        { field: 'email', message: bob.id },
        { field: 'username', message: sam.id },
      ])
      const fresh = await send(path, { email: 'new@example.net', username: 'sam' })
      assert.deepEqual([fresh.status, fresh.body.error.code], [409, 'CONFLICT'], path)
      const blank = await send(path, { username: '   ' })
      assert.deepEqual([blank.status, blank.body.error.code], [400, 'VALIDATION_ERROR'], path)
    }
    const sql = `select end_user_id as owner, status from licenses where org_id = ? and id = ?`
    assert.deepEqual(await rows(db.connection(), sql, [orgId, id]), [{ owner: null, status: 'PENDING' }])
    assert.equal((await send('redeem', { email: sam.email, username: ' sam ' })).status, 200)
  })
})
