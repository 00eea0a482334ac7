import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import AuthorizeLicense from '#runtime/actions/authorize_license'
import type { Allowance } from '#runtime/actions/answer'
import { commitAuthorization } from '#runtime/actions/commit_authorization'
import config from '#config/queue'
import Refusal from '#kernel/refusals/refusal'
import { loadFacts } from '#runtime/queries/authorize_facts'
import type { Question } from '#runtime/queries/fact_rows'
import { activity } from '#runtime/store/authorize_activity'
import { publishEvents } from '#runtime/store/publish_events'
import { newId } from '#kernel/secrets/ids'
import type { Consumed } from '#kernel/limits/rate_limit_windows'
import { consume } from '#kernel/limits/rate_limits'
import { rows } from '#kernel/database/sql'
import { hold, holding } from '#tests/testkit/held'
import { seedLicenses } from '#tests/testkit/licenses'
import {
  createVendor,
  numberedEvent,
  runtimeEvents,
  seedLicense,
  stored,
  type Vendor,
} from '#tests/testkit/runtime'
import { wrongBy } from '#tests/testkit/wrong_clock'

const authorize = new AuthorizeLicense()

function question(vendor: Vendor, licenseKey: string, more: Partial<Question> = {}): Question {
  const { orgId, productId } = vendor
  return { orgId, productId, licenseKey, hwid: null, ip: '127.0.0.1', sessionId: null, ...more }
}

async function decided(vendor: Vendor, licenseKey: string, more: Partial<Question> = {}) {
  const scope = { ...vendor.scope, productId: vendor.productId }
  return authorize.execute(scope, await loadFacts(question(vendor, licenseKey, more)))
}

/** Makes the database refuse every session with this id while `work` runs. */
async function refusing<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
  await db.rawQuery(`create function refuse_session() returns trigger language plpgsql as $$
    begin raise exception 'refused' using errcode = '23514'; end $$`)
  await db.rawQuery(`create trigger refuse_session before insert on license_sessions
    for each row when (new.id = '${sessionId}') execute function refuse_session()`)
  try {
    return await work()
  } finally {
    await db.rawQuery('drop trigger refuse_session on license_sessions; drop function refuse_session()')
  }
}

const failed = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))

/** The deadline of a commit is before that of the answer, so the caller can still receive this reason. */
const LATE = { reason: { reason: 'SIGNING_UNAVAILABLE', retryAfter: 1 } }

test.group('a batch that calls of different merchants share', () => {
  test('a license that somebody else holds fails its own calls alone, and nothing of them is written', async ({
    assert,
  }) => {
    const [one, other] = [await createVendor(), await createVendor()]
    const licenses = await seedLicenses(one, 40)
    const others = await seedLicenses(other, 20)
    const held = licenses[7]
    const results = await holding(held.id, () =>
      Promise.allSettled([
        ...licenses.map(({ key }) => decided(one, key)),
        ...others.map(({ key }) => decided(other, key)),
      ])
    )
    assert.deepEqual(failed(results), [7])
    const { reason } = results[7] as PromiseRejectedResult
    assert.instanceOf(reason, Refusal)
    assert.equal(reason.reason, 'SIGNING_UNAVAILABLE')
    const left = await stored(held.id)
    assert.isNull(left.activatedAt)
    assert.lengthOf(left.sessions, 0)
    // No failed call is written, and each of the others was allowed once.
    for (const { id } of [licenses[0], licenses[39], others[19]]) {
      assert.lengthOf((await stored(id)).sessions, 1)
    }
  })

  test('many held licenses wait side by side, and those that are let go are answered', async ({ assert }) => {
    const vendor = await createVendor()
    const licenses = await seedLicenses(vendor, 30)
    const letGo = await hold(licenses.slice(0, 20).map(({ id }) => id))
    const calls = licenses.map(({ key }) => decided(vendor, key))
    await Promise.all(calls.slice(20))
    await letGo()
    const outcomes = await Promise.all(calls)
    assert.isTrue(outcomes.every(({ allow }) => allow))
  })

  test('a call that cannot be written fails alone', async ({ assert }) => {
    const vendor = await createVendor()
    const licenses = await seedLicenses(vendor, 12)
    const poison = newId()
    const results = await refusing(poison, () =>
      Promise.allSettled(
        licenses.map(({ key }, at) => decided(vendor, key, at === 5 ? { sessionId: poison } : {}))
      )
    )
    assert.deepEqual(failed(results), [5])
    assert.isNull((await stored(licenses[5].id)).activatedAt)
  })

  test('a call that was answered meanwhile is not written, and those beside it are', async ({ assert }) => {
    const vendor = await createVendor()
    const licenses = await seedLicenses(vendor, 6)
    const looks = new Map<number, number>()
    const results = await Promise.allSettled(
      licenses.map(({ key }, at) =>
        commitAuthorization({
          question: question(vendor, key),
          actor: vendor.scope.actor,
          isWanted: () => {
            looks.set(at, (looks.get(at) ?? 0) + 1)
            // The answer to call 3 is sent between its writes and their commit.
            return at !== 3 || looks.get(at)! <= 2
          },
        })
      )
    )
    assert.deepEqual(failed(results), [3])
    assert.containSubset(results[3], LATE)
    assert.isNull((await stored(licenses[3].id)).activatedAt)
    assert.isNotNull((await stored(licenses[2].id)).activatedAt)
  })

  test('a question that cannot be read, or is hostile, fails alone', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const results = await Promise.allSettled([
      loadFacts(question(vendor, license.key)),
      loadFacts(question(vendor, 'nul \u0000 nul')),
      loadFacts(question(vendor, license.key, { orgId: 'no uuid' })),
      loadFacts(question(vendor, license.key)),
    ])
    assert.deepEqual(failed(results), [1, 2])
  })

  test('an event that cannot be written fails its own call alone', async ({ assert }) => {
    const { orgId, productId } = await createVendor()
    const event = (at: number, text = 'fine') => numberedEvent({ orgId, productId }, at, text)
    const results = await Promise.allSettled([
      publishEvents([event(0)]),
      publishEvents([event(1), event(2, '\u0000')]),
      publishEvents([event(3)]),
    ])
    assert.deepEqual(failed(results), [1])
    const written = await runtimeEvents(orgId)
    assert.sameMembers(
      written.map(({ data }) => Number(data.reasonCode)),
      [0, 3]
    )
  })

  test('the events of a call that was answered meanwhile are not written, and those beside it are', async ({
    assert,
  }) => {
    const { orgId, productId } = await createVendor()
    const event = (at: number) => numberedEvent({ orgId, productId }, at)
    let looks = 0
    const results = await Promise.allSettled([
      publishEvents([event(0)]),
      // The answer is sent between the insert and its commit.
      publishEvents([event(1)], () => ++looks <= 2),
      publishEvents([event(2)], () => false),
      publishEvents([event(3)]),
    ])
    assert.deepEqual(failed(results), [1, 2])
    assert.containSubset([results[1], results[2]], [LATE, LATE])
    const written = await runtimeEvents(orgId)
    assert.sameMembers(
      written.map(({ data }) => Number(data.reasonCode)),
      [0, 3]
    )
  })

  test('a nonce that the store refuses fails its own request alone', async ({ assert }) => {
    const bucket = { key: `test:${newId()}`, limit: 1000 }
    const nonce = (key = newId()) => ({ key: `nonce:${key}`, ttlMs: 1000 })
    const results = await Promise.allSettled([
      consume([bucket], nonce()),
      consume([bucket], nonce('nul \u0000 nul')),
      consume([bucket], nonce()),
    ])
    // Redis accepts any bytes for a key.
    assert.deepEqual(failed(results), config.backend === 'redis' ? [] : [1])
    for (const at of [0, 2]) {
      const { value } = results[at] as PromiseFulfilledResult<Consumed>
      assert.isTrue(value.fresh)
    }
  })

  test('a note that cannot be written is given up, and those beside it are written', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    await decided(vendor, license.key, { sessionId: 'mine' })
    const later = Date.now() + 90 * 86_400_000
    const renewal = { licenseId: license.id, seenAt: Date.now(), expiresAt: later }
    activity.renewed({ ...renewal, id: 'hostile \u0000' })
    activity.renewed({ ...renewal, id: 'mine' })
    activity.renewed({ ...renewal, id: 'gone' })
    await activity.flush()
    assert.equal((await stored(license.id)).sessions[0].expiresAt.getTime(), later)
  })

  test('a renewal whose session is held is written once it is let go, however long that takes', async ({
    assert,
  }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    await decided(vendor, license.key, { sessionId: 'mine' })
    const later = Date.now() + 90 * 86_400_000
    const trx = await db.transaction()
    await rows(trx, 'select id from license_sessions where license_id = ? for update', [license.id])
    activity.renewed({ licenseId: license.id, id: 'mine', seenAt: Date.now(), expiresAt: later })
    for (let turn = 0; turn < 6; turn++) await activity.flush()
    await trx.rollback()
    await activity.flush()
    assert.equal((await stored(license.id)).sessions[0].expiresAt.getTime(), later)
  })
})

test.group('whose clock decides', () => {
  test('the database says what time it is, however wrong this machine is', async ({ assert, cleanup }) => {
    const vendor = await createVendor({ sessionTtlSeconds: 60 })
    const license = await seedLicense(vendor)
    const { now: right } = wrongBy(3_600_000, cleanup)
    const first = await decided(vendor, license.key, { sessionId: 'mine' })
    const again = await decided(vendor, license.key, { sessionId: 'mine' })
    for (const outcome of [first, again]) {
      assert.isTrue(outcome.allow)
      assert.isBelow((outcome as Allowance).sessionExpiresAt, right() + 120_000)
    }
    assert.isBelow((first as Allowance).activatedAt!, right() + 60_000)
  })
})
