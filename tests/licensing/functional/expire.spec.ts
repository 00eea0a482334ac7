import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import ExpireLicenses from '#licensing/actions/expire_licenses'
import PatchLicense from '#licensing/actions/patch_license'
import LicensesExpireJob from '#licensing/jobs/licenses_expire_job'
import { lockLicenses } from '#licensing/store/license_ledger'
import { rows } from '#kernel/database/sql'
import { AmbientTransaction, within } from '#kernel/database/unit_of_work'
import { makeLicense, makeLicenses, outgoingEvents } from '#tests/testkit/made_licenses'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { wrongBy } from '#tests/testkit/wrong_clock'

const DAY = 86_400_000
const HOUR = 3_600_000
const run = { signal: new AbortController().signal }

function statuses(merchant: Merchant) {
  return rows<{ status: string; count: number }>(
    db.connection(),
    `select status, count(*)::int as count from licenses where org_id = ? group by status order by status`,
    [merchant.orgId]
  )
}

/** Licenses that have expired since they were created. */
async function pastLicenses(merchant: Merchant, count: number) {
  const made = Date.now() - DAY
  return makeLicenses(merchant, { count, expiresAt: made + 1000 }, made)
}

test.group('the sweep that marks EXPIRED', () => {
  test('marks what is past, once, without an outgoing event', async ({ assert }) => {
    const merchant = await createMerchant()
    const past = await pastLicenses(merchant, 3)
    await makeLicense(merchant, { expiresAt: Date.now() + DAY })
    await makeLicense(merchant)
    const frozen = await makeLicense(merchant, { expiresAt: Date.now() - DAY + 5000 }, Date.now() - 2 * DAY)
    await new PatchLicense().execute(merchant.scope, frozen.id, { frozen: true }, {}, Date.now() - 2 * DAY)
    await seedLicenses(merchant, 1, {
      expirationMode: 'afterActivation',
      expiresAfterDays: 1,
      activatedAt: Date.now() - 2 * DAY,
    })
    const before = await outgoingEvents(merchant)
    for (let times = 0; times < 2; times++) {
      await new LicensesExpireJob(new ExpireLicenses()).handle({}, run)
      assert.deepEqual(await statuses(merchant), [
        { status: 'ACTIVE', count: 3 },
        { status: 'EXPIRED', count: 4 },
      ])
    }
    assert.deepEqual(await outgoingEvents(merchant), before)
    const timeline = await rows(
      db.connection(),
      `select type, actor_type as actor from license_events where license_id = ? order by id`,
      [past[0].id]
    )
    assert.deepEqual(timeline, [
      { type: 'license.created', actor: 'user' },
      { type: 'license.expired', actor: 'system' },
    ])
  })

  test('goes by the clock of the database, however wrong that of its worker is', async ({
    assert,
    cleanup,
  }) => {
    const merchant = await createMerchant()
    await makeLicense(merchant, { expiresAt: Date.now() + HOUR })
    wrongBy(2 * HOUR, cleanup)
    await new LicensesExpireJob(new ExpireLicenses()).handle({}, run)
    assert.deepEqual(await statuses(merchant), [{ status: 'ACTIVE', count: 1 }])
  })

  test('a sweep that dies leaves everything to the next one', async ({ assert }) => {
    const merchant = await createMerchant()
    await pastLicenses(merchant, 2)
    const dying = new AmbientTransaction()
    await within(dying, () => new ExpireLicenses().execute())
    await dying.rollback()
    assert.deepEqual(await statuses(merchant), [{ status: 'ACTIVE', count: 2 }])
    await new ExpireLicenses().execute()
    assert.deepEqual(await statuses(merchant), [{ status: 'EXPIRED', count: 2 }])
  })

  test('does not wait for a license that somebody holds', async ({ assert }) => {
    const merchant = await createMerchant()
    const [held] = await pastLicenses(merchant, 2)
    await db.transaction(async (trx) => {
      await lockLicenses(trx, merchant.scope, [held.id])
      await new ExpireLicenses().execute()
      assert.deepEqual(await statuses(merchant), [
        { status: 'ACTIVE', count: 1 },
        { status: 'EXPIRED', count: 1 },
      ])
    })
    await new ExpireLicenses().execute()
    assert.deepEqual(await statuses(merchant), [{ status: 'EXPIRED', count: 2 }])
  })

  test('the clock of the database decides, not that of a worker which runs ahead', async ({
    assert,
    cleanup,
  }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 1, { expirationMode: 'fixed', expiresAt: Date.now() + DAY })
    const { setRight } = wrongBy(2 * DAY, cleanup)
    await new ExpireLicenses().execute()
    setRight()
    assert.deepEqual(await statuses(merchant), [{ status: 'ACTIVE', count: 1 }])
  })

  test('each chunk of a sweep is dated when it is worked on', async ({ assert }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 501, { expirationMode: 'fixed', expiresAt: Date.now() - DAY })
    await new ExpireLicenses().execute()
    const moments = await rows<{ count: number }>(
      db.connection(),
      `select count(*)::int as count from license_events where org_id = ? and type = 'license.expired'
       group by created_at order by created_at`,
      [merchant.orgId]
    )
    assert.deepEqual(moments, [{ count: 500 }, { count: 1 }])
  })

  test('more than a chunk of them, by two sweeps at a time', async ({ assert }) => {
    const merchant = await createMerchant()
    const at = Date.now() - DAY
    await seedLicenses(merchant, 1203, { expirationMode: 'fixed', expiresAt: at })
    await Promise.all([new ExpireLicenses().execute(), new ExpireLicenses().execute()])
    await new ExpireLicenses().execute()
    assert.deepEqual(await statuses(merchant), [{ status: 'EXPIRED', count: 1203 }])
  })
})
