import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { firstRow } from '#kernel/database/sql'
import { updateCounts } from '#releases/store/update_counts'
import { activity } from '#runtime/store/authorize_activity'
import { blacklist, createVendor, type Vendor } from '#tests/testkit/runtime'
import { holdCommits } from '#tests/testkit/slow_commits'
import { until } from '#tests/testkit/wait'

/** What is noted for later, how it is written, and how much of it the database has. */
type Buffer = {
  name: string
  table: string
  note: (vendor: Vendor) => Promise<unknown>
  flush: () => Promise<unknown>
  written: (vendor: Vendor) => Promise<number>
}

async function deltas({ productId }: Vendor, metric: string): Promise<number> {
  const sql = `select coalesce(sum(n), 0)::int as n from (
    select delta as n from metric_deltas where product_id = ? and metric = ?
    union all select count from metric_hours where product_id = ? and metric = ?) as counted`
  return (await firstRow<{ n: number }>(db.connection(), sql, [productId, metric, productId, metric]))!.n
}

async function entryOf({ productId }: Vendor) {
  const sql = 'select id, hits::int from blacklist_entries where product_id = ?'
  return (await firstRow<{ id: string; hits: number }>(db.connection(), sql, [productId]))!
}

const BUFFERS: Buffer[] = [
  {
    name: 'allowed calls',
    table: 'metric_deltas',
    note: async ({ orgId, productId }) =>
      activity.counted({ orgId, productId, metric: 'authorized' }, Date.now()),
    flush: activity.flush,
    written: (vendor) => deltas(vendor, 'authorized'),
  },
  {
    name: 'hits of a blacklist entry',
    table: 'blacklist_entries',
    note: async (vendor) => activity.hit((await entryOf(vendor)).id, Date.now()),
    flush: activity.flush,
    written: async (vendor) => (await entryOf(vendor)).hits,
  },
  {
    name: 'offered updates',
    table: 'metric_deltas',
    note: async (vendor) => updateCounts.offered(vendor, Date.now()),
    flush: updateCounts.flush,
    written: (vendor) => deltas(vendor, 'updates_offered'),
  },
]

async function vendorWithEntry(): Promise<Vendor> {
  const vendor = await createVendor()
  await blacklist(vendor, 'HWID', 'stolen')
  return vendor
}

/** Waits until the buffers have asked for the outcome of a commit, later than at `last`; returns when. */
function asked(last: string | null): Promise<string> {
  const sql = `select max(query_start)::text as at from pg_stat_activity
    where datname = current_database() and application_name = 'latchkey-authorize'
      and query like '%pg_xact_status%'`
  return until('a question for the outcome', async () => {
    const { at } = (await firstRow<{ at: string | null }>(db.connection(), sql))!
    return at !== last && at
  })
}

test.group('what is counted later, when COMMIT answers too late', () => {
  test('is counted once if the commit takes place: {name}')
    .with(BUFFERS)
    .run(async ({ assert, cleanup }, { table, note, flush, written }) => {
      const vendor = await vendorWithEntry()
      const commits = await holdCommits(table)
      cleanup(() => commits.end())
      for (let time = 0; time < 3; time++) await note(vendor)
      await flush()
      await note(vendor)
      await flush()
      await flush()
      assert.equal(await written(vendor), 0)
      await commits.release()
      await flush()
      assert.equal(await written(vendor), 4)
      await note(vendor)
      await flush()
      assert.equal(await written(vendor), 5)
    })

  test('is counted nevertheless if the commit is aborted: {name}')
    .with(BUFFERS)
    .run(async ({ assert, cleanup }, { table, note, flush, written }) => {
      const vendor = await vendorWithEntry()
      const commits = await holdCommits(table)
      cleanup(() => commits.end())
      for (let time = 0; time < 3; time++) await note(vendor)
      const flushed = flush()
      await commits.waiting(1)
      await commits.terminate()
      await flushed
      await commits.end()
      await until('the notes to be written', async () => {
        await flush()
        return (await written(vendor)) > 0
      })
      await flush()
      assert.equal(await written(vendor), 3)
    })

  test('lets later notes wait in memory, so that no further commit gets stuck', async ({
    assert,
    cleanup,
  }) => {
    const vendor = await vendorWithEntry()
    const [{ table, note, flush, written }] = BUFFERS
    const commits = await holdCommits(table)
    cleanup(() => commits.end())
    await note(vendor)
    await commits.waiting(1)
    await note(vendor)
    const first = await asked(null)
    await asked(first)
    assert.equal(await commits.count(), 1)
    await commits.release()
    await until('both to be written', async () => (await written(vendor)) === 2)
    await flush()
    assert.equal(await written(vendor), 2)
  })
})
