import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import FoldDeltas from '#analytics/actions/fold_deltas'
import ChangeLicenseStatus from '#licensing/actions/change_license_status'
import DeleteLicense from '#licensing/actions/delete_license'
import PatchLicense from '#licensing/actions/patch_license'
import StartUndo from '#operations/kinds/undo/start_undo'
import CreateProduct from '#catalog/actions/create_product'
import { LICENSE_STATUSES, type LicenseStatus } from '#licensing/rules/license'
import ListLicenses from '#licensing/queries/list_licenses'
import { rows } from '#kernel/database/sql'
import { assertAnalytics, recordCounts } from '#tests/testkit/analytics'
import { change } from '#tests/testkit/faults'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { postImport } from '#tests/testkit/upload'
import { listed } from '#tests/testkit/long_list'

const PAGE = { page: 1, pageSize: 1, sort: '-createdAt' as const }
const FILTERS = [null, ...LICENSE_STATUSES].flatMap((status) =>
  [true, false].map((frozen) => ({ status, frozen }))
)

/** The totals that lists show, for the org and for one product, for every status, frozen or not. */
async function totals(merchant: Merchant) {
  const list = await app.container.make(ListLicenses)
  const each = async (productId: string | null) =>
    Promise.all(
      FILTERS.map(
        async (filter) => (await list.execute(merchant.scope, { ...PAGE, ...filter, productId })).total
      )
    )
  return [...(await each(null)), ...(await each(merchant.productId))]
}

/** The same totals, counted from the licenses. */
async function actual(merchant: Merchant) {
  const found = await rows<{ productId: string; status: LicenseStatus; frozen: boolean }>(
    db.connection(),
    `select product_id as "productId", status, frozen_at is not null as frozen from licenses where org_id = ?`,
    [merchant.orgId]
  )
  return [null, merchant.productId].flatMap((productId) =>
    FILTERS.map(
      ({ status, frozen }) =>
        found.filter(
          (one) =>
            (!productId || one.productId === productId) &&
            (!status || one.status === status) &&
            one.frozen === frozen
        ).length
    )
  )
}

test.group('totals of lists by the frozen flag', () => {
  test('are exact after every kind of writer, before and after a fold', async ({ assert }) => {
    const merchant = await createMerchant()
    const other = await new CreateProduct().execute({ orgId: merchant.orgId }, { name: 'Viewer' })
    const mine = await seedLicenses(merchant, 8)
    const theirs = await seedLicenses({ ...merchant, productId: other.id }, 3)
    const ids = [...mine, ...theirs].map(({ id }) => id)
    const exact = async (step: string) => {
      assert.deepEqual(await totals(merchant), await actual(merchant), step)
      await assertAnalytics(merchant.orgId)
    }
    await exact('created')
    await new PatchLicense().execute(merchant.scope, ids[0], { frozen: true })
    await new PatchLicense().execute(merchant.scope, ids[0], { frozen: true })
    await exact('one frozen, twice')
    const freeze = await runToEnd((await change(merchant, 'licenses.freeze', { licenseIds: listed(ids) })).id)
    assert.equal(freeze.succeeded, ids.length - 1)
    await exact('all frozen in bulk')
    await new ChangeLicenseStatus().execute(merchant.scope, ids[1], 'revoke')
    await new ChangeLicenseStatus().execute(merchant.scope, ids[2], 'suspend')
    await exact('frozen ones revoked and suspended')
    await new PatchLicense().execute(merchant.scope, ids[2], { frozen: false })
    await exact('a suspended one unfrozen')
    await new DeleteLicense().execute(merchant.scope, ids[3])
    await exact('a frozen one deleted')
    await new FoldDeltas().execute()
    await exact('folded')
    const undo = await app.container.make(StartUndo)
    await runToEnd((await undo.execute(merchant.scope, freeze)).id)
    await exact('the freeze undone where it still stands')
    await runToEnd((await change(merchant, 'licenses.unfreeze', { filter: { frozen: true } })).id)
    await exact('the rest unfrozen')
    const csv = ['key,frozen,status', 'IMPORT-1,true,ACTIVE', 'IMPORT-2,false,REVOKED', 'IMPORT-3,,ACTIVE']
    await runToEnd((await postImport(merchant, csv.join('\n'))).body.data.operation.id)
    assert.lengthOf((await actual(merchant)).filter(Boolean), 12)
    await exact('imported')
    const query = `productId=${merchant.productId}&onConflict=update`
    const again = ['key,frozen,status', 'IMPORT-1,false,REVOKED', 'IMPORT-3,true,ACTIVE'].join('\n')
    await runToEnd((await postImport(merchant, again, 'text/csv', { query })).body.data.operation.id)
    await exact('imported once more, turned round')
    await runToEnd((await change(merchant, 'licenses.delete', { filter: { frozen: true } })).id)
    await exact('the frozen ones deleted in bulk')
    await new FoldDeltas().execute()
    await exact('folded again')
  })

  test('come from the counts, without a look at the licenses', async ({ assert }) => {
    const merchant = await createMerchant()
    const list = await app.container.make(ListLicenses)
    const { orgId, productId } = merchant
    const before = await totals(merchant)
    const move = { orgId, productId, status: 'REVOKED' as const, frozen: true, delta: 41 }
    await db.transaction((trx) => recordCounts(trx, [move]))
    const all = { ...PAGE, frozen: true, status: 'REVOKED' as const }
    assert.equal((await list.execute(merchant.scope, all)).total, 41)
    assert.equal((await list.execute(merchant.scope, { ...all, frozen: false })).total, 0)
    await db.transaction((trx) => recordCounts(trx, [{ ...move, delta: -41 }]))
    assert.deepEqual(await totals(merchant), before)
  })

  test('end a page at the last license that matches', async ({ assert }) => {
    const merchant = await createMerchant()
    const made = await seedLicenses(merchant, 5)
    for (const { id } of [made[0], made[4], made[2]]) {
      await new PatchLicense().execute(merchant.scope, id, { frozen: true })
    }
    const list = await app.container.make(ListLicenses)
    for (const [pageSize, sizes] of [
      [1, [1, 1, 1]],
      [2, [2, 1, 0]],
      [3, [3, 0]],
      [50, [3, 0]],
    ] as const) {
      for (const [at, size] of sizes.entries()) {
        const page = await list.execute(merchant.scope, { ...PAGE, frozen: true, pageSize, page: at + 1 })
        assert.lengthOf(page.licenses, size, `page ${at + 1} of ${pageSize}`)
        assert.equal(page.total, 3)
        assert.equal(page.nextCursor !== null, (at + 1) * pageSize < 3)
      }
    }
  })
})
