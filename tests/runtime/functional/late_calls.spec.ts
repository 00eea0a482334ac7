import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { bodies } from '#config/bodies'
import AuthorizeLicense from '#runtime/actions/authorize_license'
import ReleaseSession from '#runtime/actions/release_session'
import { loadFacts } from '#runtime/queries/authorize_facts'
import { activity } from '#runtime/store/authorize_activity'
import { ASK_AFRESH } from '#runtime/store/late_calls'
import { newId } from '#kernel/secrets/ids'
import { announce } from '#tests/testkit/unsent_body'
import { until } from '#tests/testkit/wait'
import {
  AUTHORIZE,
  authorize,
  createVendor,
  listen,
  runtimeEvents,
  seedLicense,
  stored,
} from '#tests/testkit/runtime'

/** Makes each write of one call take half a second: each one is in time, but all of them together are too late. */
async function writingSlowly<T>(sessionId: string, licenseId: string, work: () => Promise<T>): Promise<T> {
  await db.rawQuery(`create function write_slowly() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.5); return new; end $$`)
  await db.rawQuery(`create trigger write_slowly before insert on license_sessions
    for each row when (new.id = '${sessionId}') execute function write_slowly()`)
  await db.rawQuery(`create trigger write_slowly before update on licenses
    for each row when (new.id = '${licenseId}') execute function write_slowly()`)
  try {
    return await work()
  } finally {
    await db.rawQuery('drop trigger write_slowly on license_sessions')
    await db.rawQuery('drop trigger write_slowly on licenses')
    await db.rawQuery('drop function write_slowly()')
  }
}

const busyBackends = () =>
  db.rawQuery(`select 1 from pg_stat_activity where datname = current_database()
    and application_name = 'latchkey-authorize' and state <> 'idle'`) as Promise<{ rows: unknown[] }>

test.group('a runtime call that is answered too late', () => {
  test('answered 503, it has no effect, and made again it is answered', async ({ assert }) => {
    const vendor = await createVendor({ hwidMode: 'sticky' })
    const license = await seedLicense(vendor)
    await listen(vendor, ['license.activated', 'license.authorized'])
    const sessionId = newId()
    await writingSlowly(sessionId, license.id, async () => {
      const answer = await authorize(vendor, license.key, { hwid: 'mine', sessionId })
      assert.equal(answer.status, 503)
      assert.equal(answer.body.error!.code, 'SIGNING_UNAVAILABLE')
      // Its transaction ends without any action of this test.
      await until('the end of its transaction', async () => (await busyBackends()).rows.length === 0)
    })
    const left = await stored(license.id)
    assert.isNull(left.activatedAt)
    assert.lengthOf(left.sessions, 0)
    assert.lengthOf(left.bindings, 0)
    assert.lengthOf(await runtimeEvents(vendor.orgId), 0)
    assert.equal((await authorize(vendor, license.key, { hwid: 'other', sessionId })).status, 200)
  })
})

test.group('what a call has done that is answered too late', () => {
  test('a session is not released', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    await authorize(vendor, license.key, { sessionId: 'mine' })
    const session = { licenseKey: license.key, sessionId: 'mine' }
    let looks = 0
    const released = new ReleaseSession().execute(
      { ...vendor.scope, productId: vendor.productId },
      session,
      // The answer is sent between the deletion and its commit.
      () => ++looks <= 1
    )
    await assert.rejects(() => released, ASK_AFRESH.message)
    assert.lengthOf((await stored(license.id)).sessions, 1)
  })

  test('a session is not renewed and nothing is seen, if its events are not written', async ({ assert }) => {
    const vendor = await createVendor({ hwidMode: 'sticky', sessionTtlSeconds: 600 })
    const license = await seedLicense(vendor)
    const hwid = newId()
    await authorize(vendor, license.key, { hwid, sessionId: 'mine' })
    await listen(vendor, ['license.authorized'])
    const aged = `now() - interval '5 min'`
    await db.rawQuery(
      `update license_sessions set last_seen_at = ${aged}, expires_at = now() + interval '5 min' where license_id = ?`,
      [license.id]
    )
    await db.rawQuery(`update license_bindings set last_seen_at = ${aged} where license_id = ?`, [license.id])
    const before = await stored(license.id)
    const { orgId, productId, scope } = vendor
    const call = { orgId, productId, licenseKey: license.key, hwid, ip: '127.0.0.1', sessionId: 'mine' }
    let looks = 0
    const known = await loadFacts(call)
    // The answer is sent while the events wait for their turn.
    const late = new AuthorizeLicense().execute({ ...scope, productId }, known, () => ++looks <= 1)
    await assert.rejects(() => late, ASK_AFRESH.message)
    await activity.flush()
    assert.deepEqual(await stored(license.id), before)
    assert.isTrue((await new AuthorizeLicense().execute({ ...scope, productId }, known)).allow)
    await activity.flush()
    assert.notDeepEqual(await stored(license.id), before)
  })
})

test.group('a body that does not come', () => {
  test('is waited for as long as a body may take, on every kind of route: {$self}')
    .with([AUTHORIZE, '/v1/auth/login'])
    .run(async ({ assert }, path) => {
      const vendor = await createVendor()
      const { arrival } = bodies
      bodies.arrival = 50
      try {
        const headers = { 'x-api-key': vendor.key }
        const { status, code } = await announce('POST', path, { headers, bytes: 200 })
        assert.deepEqual([status, code], [400, 'BAD_REQUEST'])
      } finally {
        bodies.arrival = arrival
      }
    })
})
