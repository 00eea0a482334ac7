import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import FoldDeltas from '#analytics/actions/fold_deltas'
import ExpireLicenses from '#licensing/actions/expire_licenses'
import ChangeLicenseStatus from '#licensing/actions/change_license_status'
import DeleteLicense from '#licensing/actions/delete_license'
import PatchLicense from '#licensing/actions/patch_license'
import type { OperationType } from '#operations/kinds/registry'
import Refusal from '#kernel/refusals/refusal'
import ReadLicense from '#licensing/queries/read_license'
import { rows } from '#kernel/database/sql'
import { assertAnalytics } from '#tests/testkit/analytics'
import { atATime } from '#tests/testkit/at_a_time'
import { makeLicense, makeLicenses } from '#tests/testkit/made_licenses'
import { change as startBulk } from '#tests/testkit/faults'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { authorize, createVendor } from '#tests/testkit/runtime'
import { listed } from '#tests/testkit/long_list'

const DAY = 86_400_000
const AT = Date.parse('2090-01-01T00:00:00.000Z')

/**
 * Several times as many as there are connections, so that writers wait for rows and for connections. With all at once, a
 * busy machine would refuse some for want of a connection before they begin.
 */
const AT_ONCE = 40

/** Runs a mix of writers at the same time; returns the errors that are no refusals. */
async function faultsOf(work: (() => Promise<unknown>)[]): Promise<unknown[]> {
  const faults: unknown[] = []
  await atATime(AT_ONCE, work, (one) =>
    one().catch((error: unknown) => {
      if (!(error instanceof Refusal)) faults.push(error)
    })
  )
  return faults
}

test.group('many writers at a time', () => {
  test('no update of one license is lost', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id } = await makeLicense(merchant, { expiresAt: AT, expiresAfterDays: 1 })
    const patch = new PatchLicense()
    const writes = Array.from({ length: 30 }, (_, at) =>
      patch.execute(merchant.scope, id, at % 3 === 0 ? { metadata: { at } } : { extendDays: 1 })
    )
    await Promise.all(writes)
    const license = await new ReadLicense().execute(merchant.scope, id)
    assert.equal(license!.expiresAt, AT + 20 * DAY)
    assert.equal(license!.expiresAfterDays, 21)
    const told = await rows<{ revision: number }>(
      db.connection(),
      `select (data->>'revision')::int as revision from license_events where license_id = ? order by id`,
      [id]
    )
    assert.deepEqual(
      told.map(({ revision }) => revision),
      Array.from({ length: 31 }, (_, at) => at + 1)
    )
  })

  test('of many that revoke one license, one does', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id } = await makeLicense(merchant)
    const revoke = () => new ChangeLicenseStatus().execute(merchant.scope, id, 'revoke')
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, revoke))
    assert.lengthOf(
      outcomes.filter(({ status }) => status === 'fulfilled'),
      1
    )
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.equal((outcome.reason as Refusal).reason, 'CONFLICT')
    }
  })

  test('counts, timeline, events and state agree after a mix of writers, folds and deletions', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const licenses = await makeLicenses(merchant, { count: 12, expiresAt: AT })
    const change = new ChangeLicenseStatus()
    const patch = new PatchLicense()
    const commands = ['revoke', 'unrevoke', 'suspend', 'unsuspend'] as const
    const work = Array.from({ length: 160 }, (_, at) => async () => {
      const { id } = licenses[(at * 7) % licenses.length]
      if (at % 40 === 39) return new FoldDeltas().execute()
      if (at === 100) return new DeleteLicense().execute(merchant.scope, licenses[0].id)
      if (at % 4 === 0) return patch.execute(merchant.scope, id, { frozen: at % 8 === 0 })
      return change.execute(merchant.scope, id, commands[at % 4])
    })
    assert.deepEqual(await faultsOf(work), [])
    await assertAnalytics(merchant.orgId)
    await assertTimelines(merchant, assert)
    await new FoldDeltas().execute()
    await assertAnalytics(merchant.orgId)
  })
})

test.group('single, bulk and authorize at a time', () => {
  test('counts, timeline, series and state agree, and no write is lost', async ({ assert }) => {
    const vendor = await createVendor({ hwidMode: 'limit', hwidLimit: 100 })
    const past = Date.now() + 400
    const terms = [{ expiresAt: AT }, { expiresAfterDays: 30 }, { expiresAt: past }]
    const licenses = (
      await Promise.all(terms.map((one) => makeLicenses(vendor, { count: 8, ...one })))
    ).flat()
    const licenseIds = licenses.map(({ id }) => id)
    const [patch, change] = [new PatchLicense(), new ChangeLicenseStatus()]
    const bulk = async (type: OperationType, what: object = {}) =>
      runToEnd((await startBulk(vendor, type, { licenseIds: listed(licenseIds), ...what })).id)
    const single = licenses.flatMap(({ id }, at) => [
      () => patch.execute(vendor.scope, id, { metadata: { at } }),
      () => patch.execute(vendor.scope, id, { frozen: at % 2 === 0 }),
      () => change.execute(vendor.scope, id, at % 3 === 0 ? 'suspend' : 'revoke'),
      () => change.execute(vendor.scope, id, at % 3 === 0 ? 'unsuspend' : 'unrevoke'),
      () => patch.execute(vendor.scope, id, { extendDays: 1 }),
    ])
    const calls = licenses.flatMap(({ key }) => [
      () => authorize(vendor, key, { hwid: 'one' }),
      () => authorize(vendor, key, { hwid: 'two' }),
    ])
    const faults = await faultsOf([
      () => bulk('licenses.freeze'),
      () => bulk('licenses.extend', { own: { days: 2 } }),
      () => bulk('licenses.revoke'),
      () => bulk('licenses.unfreeze'),
      () => bulk('licenses.unrevoke'),
      ...single,
      ...calls,
      () => new ExpireLicenses().execute(),
      () => new FoldDeltas().execute(),
    ])
    assert.deepEqual(faults, [])
    await new ExpireLicenses().execute(undefined, () => past + 1)
    await assertTimelines(vendor, assert, ['license.authorized', 'license.denied', 'license.expired'])
    await assertAnalytics(vendor.orgId)
    await new FoldDeltas().execute()
    await assertAnalytics(vendor.orgId)
    const extended = await rows<{ lost: number }>(
      db.connection(),
      `select count(*)::int as lost from licenses l where l.org_id = ? and l.expires_at is not null
         and l.frozen_at is null and l.expires_at < to_timestamp(? / 1000.0) + interval '3 days'
         and l.id = any(?::uuid[])`,
      [vendor.orgId, AT, licenseIds.slice(0, 8)]
    )
    assert.deepEqual(extended, [{ lost: 0 }])
  }).timeout(60_000)
})

/**
 * Asserts that every change has one timeline row and, except for the `untold` ones, one event of the same name, and
 * that the last event has the current status.
 */
async function assertTimelines(
  merchant: Merchant,
  assert: { deepEqual(a: unknown, b: unknown): void },
  untold: string[] = []
) {
  const named = (table: string) =>
    rows(
      db.connection(),
      `select name, count(*)::int as count from (${table}) as t
       where name <> all(?::text[]) group by name order by name`,
      [merchant.orgId, untold]
    )
  assert.deepEqual(
    await named(`select type as name from license_events where org_id = ?`),
    await named(`select name from outbox_events where org_id = ? and name like 'license.%'`)
  )
  const gaps = await rows(
    db.connection(),
    `select l.id from licenses l where l.org_id = ? and l.revision <>
       (select count(*) from license_events e where e.license_id = l.id)`,
    [merchant.orgId]
  )
  assert.deepEqual(gaps, [])
}
