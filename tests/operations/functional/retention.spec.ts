import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import RetireOperations from '#operations/actions/retire_operations'
import StartBulkChange from '#operations/actions/start_bulk_change'
import StartExport from '#operations/kinds/export/start_export'
import { newId } from '#kernel/secrets/ids'
import FindOperation from '#operations/queries/find_operation'
import ListItems from '#operations/queries/list_items'
import { rows } from '#kernel/database/sql'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { postImport } from '#tests/testkit/upload'
import { listed } from '#tests/testkit/long_list'
import { wrongBy } from '#tests/testkit/wrong_clock'

const DAY = 86_400_000

function age(id: string, days: number) {
  return rows(db.connection(), 'update operations set finished_at = ? where id = ?', [
    new Date(Date.now() - days * DAY),
    id,
  ])
}

/** Runs `before` each time before one folder is deleted, until the returned function is called. */
function beforeDeletion(folder: string, before: () => Promise<void>) {
  const disk = drive.use()
  const { deleteAll } = disk
  disk.deleteAll = async (path) => {
    if (path === folder) await before()
    return deleteAll.call(disk, path)
  }
  return () => {
    disk.deleteAll = deleteAll
  }
}

/** Makes the deletion of one folder fail, until the returned function is called. */
const breakDeletion = (folder: string) => beforeDeletion(folder, () => Promise.reject(new Error('locked')))

test.group('retention of operations', () => {
  test('files and items go after 7 days, operations after 90, run twice or not', async ({
    client,
    assert,
  }) => {
    const merchant = await createMerchant()
    const { id } = (await postImport(merchant, 'key\nAAAA\n!\n')).body.data.operation
    const fresh = (await postImport(merchant, 'key\nBBBB\n!\n')).body.data.operation.id
    const exported = await (await app.container.make(StartExport)).execute(merchant.scope, { format: 'csv' })
    for (const one of [id, fresh, exported.id]) await runToEnd(one)
    await age(id, 8)
    await age(fresh, 6)
    await age(exported.id, 8)
    const retire = new RetireOperations()
    await Promise.all([retire.execute(), retire.execute()])

    assert.isFalse(await drive.use().exists(`imports/${id}/00001`))
    assert.isTrue(await drive.use().exists(`imports/${fresh}/00001`))
    const items = async (operationId: string) =>
      (await new ListItems().execute(operationId, { limit: 5 })).items
    assert.lengthOf(await items(id), 0)
    assert.lengthOf(await items(fresh), 1)
    const base = `/v1/dashboard/orgs/${merchant.orgId}/operations/${exported.id}`
    const shown = await client.get(base).bearerToken(merchant.token)
    assert.notProperty(shown.body().data.operation.result, 'downloadUrl')
    ;(await client.get(`${base}/download`).bearerToken(merchant.token)).assertStatus(404)

    await age(id, 91)
    await retire.execute()
    assert.isNull(await new FindOperation().byId(id))
    assert.isNotNull(await new FindOperation().byId(fresh))
  })

  test('goes by the clock of the database where that of the worker is slow', async ({ assert, cleanup }) => {
    const merchant = await createMerchant()
    const { id } = (await postImport(merchant, 'key\nCCCC\n!\n')).body.data.operation
    await runToEnd(id)
    await age(id, 7.5)
    wrongBy(-DAY, cleanup)
    await new RetireOperations().execute()
    assert.isFalse(await drive.use().exists(`imports/${id}/00001`))
  })

  test('the files of an org that was deleted go, old or new', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id } = await (await app.container.make(StartExport)).execute(merchant.scope, { format: 'csv' })
    const { result } = await runToEnd(id)
    const file = String(result!.file)
    const retire = new RetireOperations()
    await retire.execute()
    assert.isTrue(await drive.use().exists(file))
    await rows(db.connection(), 'delete from products where org_id = ?', [merchant.orgId])
    await rows(db.connection(), 'delete from orgs where id = ?', [merchant.orgId])
    await retire.execute()
    assert.isFalse(await drive.use().exists(file))
  })

  test('an undo means the same licenses when the item results are gone', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const [free] = await seedLicenses(merchant, 1)
    const [frozen] = await seedLicenses(merchant, 1, {
      frozenAt: Date.now() - DAY,
      pausedSince: Date.now() - DAY,
    })
    const start = await app.container.make(StartBulkChange)
    const licenseIds = [free.id, frozen.id, newId()]
    const { id } = await start.execute(merchant.scope, 'licenses.freeze', { licenseIds: listed(licenseIds) })
    assert.containSubset(await runToEnd(id), { succeeded: 1, skipped: 1, failed: 1 })
    await age(id, 8)
    await new RetireOperations().execute()
    const undone = await client
      .post(`/v1/dashboard/orgs/${merchant.orgId}/operations/${id}/undo`)
      .bearerToken(merchant.token)
    undone.assertStatus(202)
    const ended = await runToEnd(undone.body().data.operation.id)
    assert.containSubset(ended, { status: 'completed', total: 1, succeeded: 1, skipped: 0, failed: 0 })
  })

  test('what an operation makes that was retried after 7 days is kept for 7 days more', async ({
    client,
    assert,
  }) => {
    const merchant = await createMerchant()
    const start = await app.container.make(StartBulkChange)
    const named = listed([newId()])
    const { id } = await start.execute(merchant.scope, 'licenses.freeze', { licenseIds: named })
    const exported = await (await app.container.make(StartExport)).execute(merchant.scope, { format: 'csv' })
    const operations = `/v1/dashboard/orgs/${merchant.orgId}/operations`
    const post = (one: string, control: string) =>
      client.post(`${operations}/${one}/${control}`).bearerToken(merchant.token)
    const retire = new RetireOperations()
    for (const one of [id, exported.id]) {
      ;(await post(one, 'cancel')).assertStatus(200)
      await age(one, 8)
    }
    await retire.execute()
    for (const one of [id, exported.id]) {
      ;(await post(one, 'retry')).assertStatus(202)
      assert.equal((await runToEnd(one)).status, 'completed')
    }
    const failed = await client.get(`${operations}/${id}/items?format=csv`).bearerToken(merchant.token)
    failed.assertStatus(200)
    await retire.execute()
    const download = () => client.get(`${operations}/${exported.id}/download`).bearerToken(merchant.token)
    ;(await download()).assertStatus(200)

    for (const one of [id, exported.id]) await age(one, 8)
    await retire.execute()
    assert.lengthOf((await new ListItems().execute(id, { limit: 5 })).items, 0)
    ;(await download()).assertStatus(404)
  })

  test('a file that cannot be deleted keeps its own operation alone', async ({ assert, cleanup }) => {
    const merchant = await createMerchant()
    const imported = async () => (await postImport(merchant, 'key\nAAAA\n!\n')).body.data.operation.id
    const [stuck, other, orphan] = [await imported(), await imported(), newId()]
    for (const id of [stuck, other]) await runToEnd(id)
    await age(stuck, 9)
    await age(other, 8)
    await drive.use().put(`imports/${orphan}/00001`, 'x')
    const repair = breakDeletion(`imports/${stuck}`)
    cleanup(repair)
    const retire = new RetireOperations()
    const run = retire.execute(Date.now() + DAY + 60_000)
    await assert.rejects(() => run, `Could not delete operations/${stuck}: locked (failures in this run: 1)`)
    const retired = async (id: string) => !(await drive.use().exists(`imports/${id}/00001`))
    assert.deepEqual([await retired(stuck), await retired(other), await retired(orphan)], [false, true, true])
    assert.lengthOf((await new ListItems().execute(stuck, { limit: 5 })).items, 1)
    assert.lengthOf((await new ListItems().execute(other, { limit: 5 })).items, 0)

    repair()
    await retire.execute()
    assert.isTrue(await retired(stuck))
  })

  test('an import that is retried while its files are being deleted is refused', async ({
    client,
    assert,
    cleanup,
  }) => {
    const merchant = await createMerchant()
    const { id } = (await postImport(merchant, 'key\nAAAA\n')).body.data.operation
    const path = `/v1/dashboard/orgs/${merchant.orgId}/operations/${id}`
    const post = (control: string) => client.post(`${path}/${control}`).bearerToken(merchant.token)
    ;(await post('cancel')).assertStatus(200)
    await age(id, 8)
    let retry: Promise<{ status: () => number }> | undefined
    const restore = beforeDeletion(`imports/${id}`, async () => {
      // It is answered before the files are gone, so it has not waited for that.
      await (retry ??= post('retry').then((answer) => answer))
    })
    cleanup(restore)
    await new RetireOperations().execute()
    assert.equal((await retry!).status(), 409)
    const { operation } = (await client.get(path).bearerToken(merchant.token)).body().data
    assert.deepInclude(operation, { status: 'cancelled' })
    assert.isFalse(operation.can.retry)
  })

  test('an upload that belongs to no operation goes after a day', async ({ assert }) => {
    const id = newId()
    await drive.use().put(`imports/${id}/00001`, 'x')
    const retire = new RetireOperations()
    await retire.execute(Date.now() + DAY - 60_000)
    assert.isTrue(await drive.use().exists(`imports/${id}/00001`))
    await retire.execute(Date.now() + DAY + 60_000)
    assert.isFalse(await drive.use().exists(`imports/${id}/00001`))
  })
})
