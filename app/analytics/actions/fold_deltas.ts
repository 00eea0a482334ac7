import { rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'

/** The number of rows per transaction: enough to be fast, and few enough to hold locks only briefly. */
const CHUNK = 10_000

/**
 * Folds the deltas of the writers into the counts, the counts of tiers and the hourly metrics
 * (contract#counts, contract/17-tiers, contract#time-series). A delta is deleted in the transaction that adds it.
 * Readers add up both tables, so they see each delta exactly once. Only one fold runs at a time, so folds never wait
 * for each other's counter rows.
 */
export default class FoldDeltas {
  async execute(signal?: AbortSignal): Promise<number> {
    let folded = 0
    for (const fold of [foldCounts, foldTiers, foldMetrics]) {
      let taken = CHUNK
      while (taken === CHUNK && !signal?.aborted) {
        taken = await transaction((trx) => fold(trx))
        folded += taken
      }
    }
    return folded
  }
}

async function foldCounts(trx: Trx): Promise<number> {
  if (!(await isFolder(trx))) return 0
  const done = await rows<{ taken: number }>(
    trx,
    `with taken as (
       delete from license_count_deltas
       where id in (select id from license_count_deltas order by id limit ${CHUNK})
       returning org_id, product_id, status, frozen, delta
     ), sums as (
       insert into license_counts (product_id, status, frozen, org_id, count)
       select product_id, status, frozen, org_id, sum(delta) from taken
       group by product_id, status, frozen, org_id
       on conflict (product_id, status, frozen) do update set count = license_counts.count + excluded.count
     )
     select count(*)::int as taken from taken`
  )
  return done[0].taken
}

async function foldTiers(trx: Trx): Promise<number> {
  if (!(await isFolder(trx))) return 0
  const done = await rows<{ taken: number }>(
    trx,
    `with taken as (
       delete from tier_count_deltas
       where id in (select id from tier_count_deltas order by id limit ${CHUNK})
       returning tier_id, org_id, delta
     ), sums as (
       insert into tier_counts (tier_id, org_id, count)
       select tier_id, org_id, sum(delta) from taken group by tier_id, org_id
       on conflict (tier_id) do update set count = tier_counts.count + excluded.count
     )
     select count(*)::int as taken from taken`
  )
  return done[0].taken
}

async function foldMetrics(trx: Trx): Promise<number> {
  if (!(await isFolder(trx))) return 0
  const done = await rows<{ taken: number }>(
    trx,
    `with taken as (
       delete from metric_deltas where id in (select id from metric_deltas order by id limit ${CHUNK})
       returning org_id, product_id, metric, reason, hour, delta
     ), sums as (
       insert into metric_hours (product_id, metric, hour, reason, org_id, count)
       select product_id, metric, hour, reason, org_id, sum(delta) from taken
       group by product_id, metric, hour, reason, org_id
       on conflict (product_id, metric, hour, reason) do update set count = metric_hours.count + excluded.count
     )
     select count(*)::int as taken from taken`
  )
  return done[0].taken
}

/** Returns true if this transaction may fold. Only one may at a time; the job soon runs again. */
async function isFolder(trx: Trx): Promise<boolean> {
  const [{ mine }] = await rows<{ mine: boolean }>(
    trx,
    `select pg_try_advisory_xact_lock(hashtext('latchkey.fold')) as mine`
  )
  return mine
}
