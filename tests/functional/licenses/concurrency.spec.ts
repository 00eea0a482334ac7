import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import FoldDeltas from '#actions/analytics/fold_deltas'
import RebuildCounts from '#actions/analytics/rebuild_counts'
import ChangeLicenseStatus from '#actions/licenses/change_license_status'
import DeleteLicense from '#actions/licenses/delete_license'
import PatchLicense from '#actions/licenses/patch_license'
import Refusal from '#exceptions/refusal'
import ReadLicense from '#queries/licenses/read_license'
import { rows } from '#services/sql'
import { makeLicense, makeLicenses } from '#tests/support/made_licenses'
import { createMerchant, type Merchant } from '#tests/support/merchant'

const DAY = 86_400_000
const AT = Date.parse('2090-01-01T00:00:00.000Z')

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
    const work = Array.from({ length: 160 }, async (_, at) => {
      const { id } = licenses[(at * 7) % licenses.length]
      if (at % 40 === 39) return new FoldDeltas().execute()
      if (at === 100) return new DeleteLicense().execute(merchant.scope, licenses[0].id)
      if (at % 4 === 0) return patch.execute(merchant.scope, id, { frozen: at % 8 === 0 })
      return change.execute(merchant.scope, id, commands[at % 4])
    })
    const outcomes = await Promise.allSettled(work)
    const faults = outcomes.filter(
      (one) => one.status === 'rejected' && !((one as PromiseRejectedResult).reason instanceof Refusal)
    )
    assert.deepEqual(faults, [])
    assert.deepEqual(await differences(merchant), [])
    await assertTimelines(merchant, assert)
    await new FoldDeltas().execute()
    assert.deepEqual(await differences(merchant), [])
  })
})

async function differences(merchant: Merchant) {
  const found = await new RebuildCounts().execute({ dryRun: true })
  return found.filter(({ orgId }) => orgId === merchant.orgId)
}

/** Every change has one timeline row and one event of the same name; the last one told the status that is. */
async function assertTimelines(merchant: Merchant, assert: { deepEqual(a: unknown, b: unknown): void }) {
  const named = (table: string) =>
    rows(
      db.connection(),
      `select name, count(*)::int as count from (${table}) as t group by name order by name`,
      [merchant.orgId]
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
