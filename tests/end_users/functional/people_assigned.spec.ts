import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { ensureEndUser, type EndUserName } from '#end_users/actions/ensure_end_user'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { createEndUser } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'

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
})
