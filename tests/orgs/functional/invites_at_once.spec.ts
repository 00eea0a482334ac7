import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
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
})
