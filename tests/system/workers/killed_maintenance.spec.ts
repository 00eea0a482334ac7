import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import FoldDeltas from '#analytics/actions/fold_deltas'
import EraseDueEndUsers from '#end_users/actions/erase_due_end_users'
import ExpireLicenses from '#licensing/actions/expire_licenses'
import ChangeLicenseStatus from '#licensing/actions/change_license_status'
import PatchLicense from '#licensing/actions/patch_license'
import AgeTickets from '#support/actions/age_tickets'
import { firstRow, rows } from '#kernel/database/sql'
import { assertAnalytics } from '#tests/testkit/analytics'
import { LONG, merchantWith } from '#tests/testkit/faults'
import { createEndUser } from '#tests/testkit/end_users'
import { killAtCommit, MOMENTS } from '#tests/testkit/kill_at_commit'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'

/** More than one chunk of the sweep. */
const COUNT = LONG ? 20_000 : 1200

/** The number of EXPIRED licenses, and of the timeline lines and events about them. */
function expiredOf({ orgId }: Merchant) {
  return firstRow<Record<string, number>>(
    db.connection(),
    `select
       (select count(*)::int from licenses where org_id = ? and status = 'EXPIRED' and revision = 2) as marked,
       (select count(*)::int from license_events where org_id = ? and type = 'license.expired') as told,
       (select count(*)::int from outbox_events where org_id = ? and name = 'license.expired') as sent`,
    [orgId, orgId, orgId]
  )
}

/** The number of closed tickets of an org, and of the events about them. */
function closedOf(orgId: string) {
  return firstRow<Record<string, number>>(
    db.connection(),
    `select (select count(*)::int from tickets where org_id = ? and status = 'closed') as closed,
       (select count(*)::int from outbox_events where org_id = ? and name = 'ticket.closed') as told`,
    [orgId, orgId]
  )
}

/** The number of erased end users of an org, and of the events about them. */
function erasedOf(orgId: string) {
  return firstRow<Record<string, number>>(
    db.connection(),
    `select (select count(*)::int from end_users where org_id = ? and erased_at is not null) as erased,
       (select count(*)::int from outbox_events where org_id = ? and name = 'end_user.deleted') as told`,
    [orgId, orgId]
  )
}

test.group('a worker of the maintenance that is killed at a commit', (group) => {
  // This process finishes the job; the queue only brings it to the worker.
  group.tap((test) => test.tags(['@once']))

  test('{$self} that of the sweep: each license is marked once')
    .with(MOMENTS)
    .run(async ({ assert }, moment) => {
      const { merchant } = await merchantWith(COUNT, Date.now() - 1000)
      await killAtCommit('licenses.expire', moment)
      const some = await expiredOf(merchant)
      assert.isBelow(some!.marked, COUNT)
      if (moment === 'after') assert.isAbove(some!.marked, 0)
      assert.deepEqual(some, { marked: some!.marked, told: some!.marked, sent: 0 })
      await assertAnalytics(merchant.orgId)
      for (let times = 0; times < 2; times++) {
        await Promise.all([new ExpireLicenses().execute(), new ExpireLicenses().execute()])
      }
      assert.deepEqual(await expiredOf(merchant), { marked: COUNT, told: COUNT, sent: 0 })
      await assertAnalytics(merchant.orgId)
    })
    .timeout(120_000)

  test('{$self} that of the ageing of tickets: each is closed once, and told once')
    .with(MOMENTS)
    .run(async ({ assert }, moment) => {
      const merchant = await createMerchant()
      const { id: endUserId, orgId } = await createEndUser(merchant)
      await rows(
        db.connection(),
        `insert into tickets (id, org_id, number, end_user_id, subject, status, priority, last_message_at, last_author,
           created_at, resolved_at, due_at)
         select gen_random_uuid(), ?, n, ?, 'Old', 'resolved', 'normal', now(), 'user', now(), now(), now() - interval '1 h'
         from generate_series(1, ?::int) n`,
        [orgId, endUserId, COUNT]
      )
      await killAtCommit('tickets.age', moment)
      const some = await closedOf(orgId)
      assert.isBelow(some!.closed, COUNT)
      if (moment === 'after') assert.isAbove(some!.closed, 0)
      assert.equal(some!.told, some!.closed)
      for (let times = 0; times < 2; times++) {
        await Promise.all([new AgeTickets().execute(), new AgeTickets().execute()])
      }
      assert.deepEqual(await closedOf(orgId), { closed: COUNT, told: COUNT })
    })
    .timeout(120_000)

  test('{$self} that of the erasures: each end user is erased once, and told once')
    .with(MOMENTS)
    .run(async ({ assert }, moment) => {
      const merchant = await createMerchant()
      for (let made = 0; made < 3; made++) await createEndUser(merchant)
      const { orgId } = merchant
      await rows(db.connection(), `update end_users set erase_at = now() - interval '1 h' where org_id = ?`, [
        orgId,
      ])
      await killAtCommit('end_users.erase', moment)
      const some = await erasedOf(orgId)
      assert.deepEqual(some, { erased: some!.erased, told: some!.erased })
      assert.equal(some!.erased, moment === 'after' ? 1 : 0)
      const erase = await app.container.make(EraseDueEndUsers)
      for (let times = 0; times < 2; times++) await Promise.all([erase.execute(), erase.execute()])
      assert.deepEqual(await erasedOf(orgId), { erased: 3, told: 3 })
    })
    .timeout(120_000)

  test('{$self} that of the fold: each change counts once')
    .with(MOMENTS)
    .run(async ({ assert }, moment) => {
      const { merchant, licenseIds } = await merchantWith(40)
      const [first, second] = licenseIds
      await new ChangeLicenseStatus().execute(merchant.scope, first, 'revoke')
      await new PatchLicense().execute(merchant.scope, second, { frozen: true })
      await killAtCommit('counts.fold', moment)
      await assertAnalytics(merchant.orgId)
      for (let times = 0; times < 2; times++) {
        await Promise.all([new FoldDeltas().execute(), new FoldDeltas().execute()])
        await new FoldDeltas().execute()
        await assertAnalytics(merchant.orgId)
      }
      const counts = await rows(
        db.connection(),
        `select status, frozen, count::int from license_counts where org_id = ? order by 1, 2`,
        [merchant.orgId]
      )
      assert.deepEqual(counts, [
        { status: 'ACTIVE', frozen: false, count: 38 },
        { status: 'ACTIVE', frozen: true, count: 1 },
        { status: 'REVOKED', frozen: false, count: 1 },
      ])
    })
    .timeout(120_000)
})
