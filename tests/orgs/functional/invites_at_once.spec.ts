import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { lowered } from '#tests/testkit/limits'
import { lockWaits } from '#tests/testkit/lock_waits'
import { mailsTo } from '#tests/testkit/mails'
import { createMerchant } from '#tests/testkit/merchant'
import { anybody, createMember, invite } from '#tests/testkit/team'

/** contract/01-changes#rights-end-everything */
test.group('invites at once', () => {
  test('that fail keep the address and the hours of org and sender free', async ({ assert }) => {
    using _ = lowered({ invitesPerHour: 2 })
    const owner = await createMerchant()
    const admin = await createMember(owner, 'ADMIN')
    const email = anybody()
    const held = await db.transaction()
    await rows(held, 'select id from orgs where id = ? for update', [owner.orgId])
    const failing = invite(admin, owner, email, 'OWNER')
    await lockWaits(1)
    const refused = await Promise.all(Array.from({ length: 6 }, () => invite(admin, owner, email, 'OWNER')))
    await held.rollback()
    assert.isTrue(refused.every(({ status }) => status === 429))
    assert.equal((await failing).status, 403)
    assert.equal((await invite(admin, owner, email)).status, 201)
    assert.equal((await invite(admin, owner, anybody())).status, 201)
    assert.equal((await invite(owner, owner, anybody())).status, 429)
  })

  test('eight times the same: one of the hour', async ({ assert }) => {
    using _ = lowered({ invitesPerHour: 2 })
    const owner = await createMerchant()
    const email = anybody()
    const answers = await Promise.all(Array.from({ length: 8 }, () => invite(owner, owner, email)))
    assert.lengthOf(
      answers.filter(({ status }) => status === 201),
      1
    )
    assert.isTrue(
      answers.every(({ status }) => [201, 409, 429].includes(status)),
      answers.map(({ status }) => status).join()
    )
    assert.equal((await invite(owner, owner, anybody())).status, 201)
    assert.equal((await invite(owner, owner, anybody())).status, 429)
    assert.lengthOf(await mailsTo(email), 1)
  })

  test('one is not withdrawn by an ADMIN whose role is taken away meanwhile', async ({ assert }) => {
    const owner = await createMerchant()
    const admin = await createMember(owner, 'ADMIN')
    const { body } = await invite(owner, owner, anybody())
    const demotion = await db.transaction()
    await rows(demotion, 'select id from orgs where id = ? for no key update', [owner.orgId])
    await rows(demotion, `update org_members set role = 'VIEWER' where org_id = ? and user_id = ?`, [
      ...[owner.orgId, admin.userId],
    ])
    const path = `/v1/dashboard/orgs/${owner.orgId}/invites/${body.data.invite.id}`
    const withdrawal = call('DELETE', path, { token: admin.token })
    await Promise.race([withdrawal, lockWaits(1)])
    await demotion.commit()
    const refused = await withdrawal
    assert.deepEqual([refused.status, refused.body.error?.code], [403, 'INSUFFICIENT_SCOPE'])
    assert.lengthOf(await rows(db.connection(), 'select from invites where id = ?', [body.data.invite.id]), 1)
  })
})
