import type { Millis } from '#kernel/time/millis'
import { databaseNow } from '#kernel/database/database_time'
import { recordMetrics, type MetricEntry } from '#kernel/metrics/record_metrics'
import { rows, type SqlTransaction } from '#kernel/database/sql'
import WriteBehind from '#kernel/batching/write_behind'

/** A session that continues. */
export type Renewal = { licenseId: string; id: string; seenAt: Millis; expiresAt: Millis }
/** A bound device or address that was seen again. */
export type Sighting = { licenseId: string; kind: 'HWID' | 'IP'; value: string; seenAt: Millis }
type Hit = { id: string; count: number; at: Millis }
type Count = MetricEntry & { count: number; at: Millis }

const HOUR: Millis = 3_600_000

const renewals = new WriteBehind<Renewal>({
  keyOf: ({ licenseId, id }) => `${licenseId} ${id}`,
  write: writeRenewals,
})
const sightings = new WriteBehind<Sighting>({
  keyOf: ({ licenseId, kind, value }) => `${licenseId} ${kind} ${value}`,
  write: writeSightings,
})
const hits = new WriteBehind<Hit>({
  keyOf: ({ id }) => id,
  merge: (older, newer) => ({ ...newer, count: older.count + newer.count }),
  write: writeHits,
})
const counts = new WriteBehind<Count>({
  keyOf: ({ productId, metric, reason, at }) =>
    `${productId} ${metric} ${reason ?? ''} ${Math.floor(at / HOUR)}`,
  merge: (older, newer) => ({ ...older, count: older.count + newer.count }),
  write: writeCounts,
})

/**
 * Writes of runtime calls that no response waits for. No limit depends on them: a taken seat or slot is durable before
 * its response, and a session or an address is refreshed here only while it has seconds left.
 */
export const activity = {
  renewed: (one: Renewal) => renewals.note(one),
  seen: (one: Sighting) => sightings.note(one),
  hit: (id: string, at: Millis) => hits.note({ id, count: 1, at }),
  counted: (entry: Omit<Count, 'count' | 'at'>, at: Millis) => counts.note({ ...entry, count: 1, at }),
  /** Writes everything now; for the shutdown of the process, and for tests. */
  flush: () => Promise.all([renewals.flush(), sightings.flush(), hits.flush(), counts.flush()]),
}

/**
 * Writes renewals; returns those to try again. It never waits for a row, so it cannot deadlock with a transaction that
 * takes seats. A locked session is tried again until its promised end; a deleted session stays deleted. A session that
 * lapsed while its renewal waited comes back only if no call has taken a seat since then, because a call that takes a
 * seat first deletes lapsed sessions.
 */
async function writeRenewals(trx: SqlTransaction, some: Renewal[]): Promise<Renewal[]> {
  const held = await rows<{ n: number }>(
    trx,
    `with noted as materialized (
       select v.* from unnest(?::uuid[], ?::text[], ?::float8[], ?::float8[])
         with ordinality as v (license_id, id, seen, until, n)
     ),
     due as materialized (
       select noted.* from noted join license_sessions s on s.license_id = noted.license_id and s.id = noted.id
       for update of s skip locked
     ),
     written as (
       update license_sessions s set last_seen_at = greatest(s.last_seen_at, to_timestamp(due.seen / 1000)),
         expires_at = greatest(s.expires_at, to_timestamp(due.until / 1000))
       from due where s.license_id = due.license_id and s.id = due.id
     )
     select noted.n::int from noted
     join license_sessions s on s.license_id = noted.license_id and s.id = noted.id
     where noted.n not in (select n from due) and noted.until > ?::float8`,
    [
      some.map((one) => one.licenseId),
      some.map((one) => one.id),
      some.map((one) => one.seenAt),
      some.map((one) => one.expiresAt),
      databaseNow(),
    ]
  )
  return held.map(({ n }) => some[n - 1])
}

/** Writes sightings. If a row is locked, its sighting is dropped, because the holder of the lock has just seen it. */
async function writeSightings(trx: SqlTransaction, some: Sighting[]) {
  await rows(
    trx,
    `with due as (
       select b.license_id, b.kind, b.value, v.seen
       from unnest(?::uuid[], ?::text[], ?::text[], ?::float8[]) as v (license_id, kind, value, seen)
       join license_bindings b on b.license_id = v.license_id and b.kind = v.kind and b.value = v.value
       for update of b skip locked
     )
     update license_bindings b set last_seen_at = greatest(b.last_seen_at, to_timestamp(due.seen / 1000))
     from due where b.license_id = due.license_id and b.kind = due.kind and b.value = due.value`,
    [
      some.map((one) => one.licenseId),
      some.map((one) => one.kind),
      some.map((one) => one.value),
      some.map((one) => one.seenAt),
    ]
  )
}

async function writeHits(trx: SqlTransaction, some: Hit[]) {
  await rows(
    trx,
    `with due as (
       select b.id, v.count, v.at from unnest(?::uuid[], ?::int[], ?::float8[]) as v (id, count, at)
       join blacklist_entries b on b.id = v.id order by b.id for update of b
     )
     update blacklist_entries b set hits = b.hits + due.count, last_hit_at = to_timestamp(due.at / 1000)
     from due where b.id = due.id`,
    [some.map((one) => one.id), some.map((one) => one.count), some.map((one) => one.at)]
  )
}

async function writeCounts(trx: SqlTransaction, some: Count[]) {
  const hours = Map.groupBy(some, ({ at }) => Math.floor(at / HOUR))
  for (const [hour, entries] of hours) await recordMetrics(trx, entries, hour * HOUR)
}
