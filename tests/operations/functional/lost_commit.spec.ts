import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { databaseUrl } from '#kernel/database/datastores'
import { firstRow, rows } from '#kernel/database/sql'
import { DAY } from '#kernel/time/millis'
import RetireOperations from '#operations/actions/retire_operations'
import { commitTrap } from '#tests/testkit/commit_trap'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { startServer } from '#tests/testkit/servers'
import { until } from '#tests/testkit/wait'

/** Occurs only in the transaction that starts an import. */
const MARKER = 'insert into operation_chunks'

/** Sends a file of two keys through a server whose connection breaks at the commit; returns the status of the answer. */
async function importAndLose(
  merchant: Merchant,
  moment: 'before' | 'after',
  cleanup: (close: () => Promise<void>) => void
): Promise<number> {
  const trap = await commitTrap(databaseUrl(), MARKER, moment)
  cleanup(() => trap.close())
  const { base, kill } = await startServer({ DATABASE_URL: trap.url })
  cleanup(async () => void (await kill('SIGKILL')))
  const path = `/v1/dashboard/orgs/${merchant.orgId}/licenses/import?productId=${merchant.productId}`
  const headers = { authorization: `Bearer ${merchant.token}`, 'content-type': 'text/csv' }
  const sent = fetch(base + path, { method: 'POST', headers, body: 'key\nAAAA\nBBBB\n' })
  await trap.caught
  trap.cut()
  return (await sent).status
}

async function importOf({ orgId }: Merchant): Promise<string | undefined> {
  const sql = `select id from operations where org_id = ? and type = 'licenses.import'`
  return (await firstRow<{ id: string }>(db.connection(), sql, [orgId]))?.id
}

async function uploads(): Promise<number> {
  const { objects } = await drive.use().listAll('imports')
  return [...objects].length
}

/** contract#chunks */
test.group('an import whose commit is not confirmed', () => {
  test('runs to its end with the files that were sent, if the commit took place', async ({
    assert,
    cleanup,
  }) => {
    const merchant = await createMerchant()
    assert.equal(await importAndLose(merchant, 'after', cleanup), 503)
    const id = await importOf(merchant)
    assert.containSubset(await runToEnd(id!), { status: 'completed', succeeded: 2, failed: 0 })
  }).timeout(60_000)

  test('does not exist otherwise, and its files go after a day', async ({ assert, cleanup }) => {
    const merchant = await createMerchant()
    assert.equal(await importAndLose(merchant, 'before', cleanup), 503)
    const open = `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in tr%'`
    await until(
      'Postgres to end the transaction',
      async () => (await rows(db.connection(), open)).length === 0
    )
    assert.isUndefined(await importOf(merchant))
    const retire = new RetireOperations()
    const before = await uploads()
    await retire.execute()
    assert.equal(await uploads(), before)
    await retire.execute(Date.now() + DAY + 60_000)
    assert.equal(await uploads(), before - 1)
  }).timeout(60_000)
})
