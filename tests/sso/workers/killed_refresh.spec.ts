import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { firstRow, rows } from '#kernel/database/sql'
import RefreshConnections from '#sso/actions/refresh_connections'
import { killAtCommit, MOMENTS } from '#tests/testkit/kill_at_commit'
import { createSamlOrg } from '#tests/testkit/sso'

/** More than two transactions of certificates. */
const COUNT = 250

/** The number of announced certificates of an org, and of the events and mails about them. */
function announcedOf(orgId: string, connectionId: string) {
  return firstRow<Record<string, number>>(
    db.connection(),
    `select (select count(*)::int from sso_certificates where connection_id = ? and announced) as announced,
       (select count(distinct data ->> 'fingerprint')::int from outbox_events where org_id = ?
          and name = 'sso.certificate_expiring') as told,
       (select count(*)::int from outbox_events where org_id = ? and name = 'sso.certificate_expiring') as events`,
    [connectionId, orgId, orgId]
  )
}

test.group('a worker that is killed while it announces certificates', (group) => {
  // This process finishes the job; the queue only brings it to the worker.
  group.tap((test) => test.tags(['@once']))

  test('{$self}: each is announced once')
    .with(MOMENTS)
    .run(async ({ assert }, moment) => {
      const { merchant, connection } = await createSamlOrg()
      await rows(
        db.connection(),
        `insert into sso_certificates (connection_id, fingerprint, pem, not_after)
         select ?, 'f' || n, '', now() + interval '20 days' from generate_series(1, ?::int) n`,
        [connection.id, COUNT]
      )
      await killAtCommit('sso.refresh', moment)
      const some = (await announcedOf(merchant.orgId, connection.id))!
      assert.isBelow(some.announced, COUNT)
      if (moment === 'after') assert.isAbove(some.announced, 0)
      const events = some.announced
      assert.deepEqual(some, { announced: events, told: events, events })
      const refresh = await app.container.make(RefreshConnections)
      for (let times = 0; times < 2; times++) await Promise.all([refresh.execute(), refresh.execute()])
      await refresh.execute()
      assert.deepEqual(await announcedOf(merchant.orgId, connection.id), {
        ...{ announced: COUNT, told: COUNT, events: COUNT },
      })
    })
    .timeout(120_000)
})
