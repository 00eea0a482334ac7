import type { Millis } from '#kernel/time/millis'
import type { Question } from '#runtime/queries/fact_rows'
import { millis, rows, type SqlTransaction } from '#kernel/database/sql'

type Locked = {
  licenseIds: string[]
  /** For each question, true if its license can be decided: this transaction has locked it, or it does not exist. */
  free: boolean[]
  /** The time of the database's clock, read under the locks. */
  now: Millis
}

/** Locks those licenses that no other transaction has locked. It never waits, so it cannot deadlock. */
export async function lockLicensesOf(trx: SqlTransaction, questions: Question[]): Promise<Locked> {
  const found = await rows<{ id: string | null; locked: boolean; now: Millis }>(
    trx,
    `with q as materialized (select * from unnest(?::uuid[], ?::text[]) with ordinality as q (org_id, key, n)),
     locked as materialized (
       select l.id from q join licenses l on l.org_id = q.org_id and l.key = q.key for update of l skip locked
     )
     select l.id, l.id in (select id from locked) as locked, ${millis('clock_timestamp()', 'now')}
     from q left join licenses l on l.org_id = q.org_id and l.key = q.key order by q.n`,
    [questions.map((one) => one.orgId), questions.map((one) => one.licenseKey)]
  )
  return {
    licenseIds: [...new Set(found.flatMap(({ id, locked }) => (id && locked ? [id] : [])))],
    free: found.map(({ id, locked }) => id === null || locked),
    now: Math.max(...found.map(({ now }) => now)),
  }
}

/**
 * Deletes the lapsed sessions of licenses. This happens before a seat is taken, so that a renewal that is written later
 * cannot bring a lapsed session back.
 */
export async function deleteLapsedSessions(trx: SqlTransaction, licenseIds: string[], now: Millis) {
  await rows(
    trx,
    `delete from license_sessions
     where license_id = any(?::uuid[]) and expires_at <= to_timestamp(?::float8 / 1000)`,
    [licenseIds, now]
  )
}

export type LapsedAddress = { licenseId: string; value: string; lastSeenAt: Millis }

/** Deletes addresses that were not seen since `lastSeenAt`; returns how many, because some may have been seen. */
export async function deleteLapsedAddresses(trx: SqlTransaction, lapsed: LapsedAddress[]): Promise<number> {
  if (lapsed.length === 0) return 0
  const deleted = await rows(
    trx,
    `delete from license_bindings b
     using unnest(?::uuid[], ?::text[], ?::float8[]) as v (license_id, value, seen)
     where b.license_id = v.license_id and b.kind = 'IP' and b.value = v.value
       and b.last_seen_at <= to_timestamp(v.seen / 1000) returning b.value`,
    [lapsed.map((one) => one.licenseId), lapsed.map((one) => one.value), lapsed.map((one) => one.lastSeenAt)]
  )
  return deleted.length
}

/** Ends the oldest `count` sessions of each license (contract#policy). */
export async function evictSessions(trx: SqlTransaction, evictions: { licenseId: string; count: number }[]) {
  if (evictions.length === 0) return
  await rows(
    trx,
    `delete from license_sessions s using (
       select o.license_id, o.id, v.count,
         row_number() over (partition by o.license_id order by o.started_at, o.id) as place
       from unnest(?::uuid[], ?::int[]) as v (license_id, count)
       join license_sessions o on o.license_id = v.license_id
     ) as oldest
     where s.license_id = oldest.license_id and s.id = oldest.id and oldest.place <= oldest.count`,
    [evictions.map((one) => one.licenseId), evictions.map((one) => one.count)]
  )
}

export type SessionWrite = {
  licenseId: string
  id: string
  hwid: string | null
  ip: string
  expiresAt: Millis
}

/** Opens new sessions and renews live ones. */
export async function writeSessions(trx: SqlTransaction, sessions: SessionWrite[], now: Millis) {
  await rows(
    trx,
    `insert into license_sessions as s (license_id, id, hwid, ip, started_at, last_seen_at, expires_at)
     select v.license_id, v.id, v.hwid, v.ip, t.now, t.now, to_timestamp(v.until / 1000)
     from unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::float8[])
       as v (license_id, id, hwid, ip, until),
       (select to_timestamp(?::float8 / 1000) as now) t
     on conflict (license_id, id) do update set last_seen_at = excluded.last_seen_at,
       expires_at = greatest(s.expires_at, excluded.expires_at)`,
    [
      sessions.map((one) => one.licenseId),
      sessions.map((one) => one.id),
      sessions.map((one) => one.hwid),
      sessions.map((one) => one.ip),
      sessions.map((one) => one.expiresAt),
      now,
    ]
  )
}

export type BindingWrite = { licenseId: string; kind: 'HWID' | 'IP'; value: string; region: string | null }

/** Binds new devices and addresses, and updates when bound ones were last seen. */
export async function writeBindings(trx: SqlTransaction, bindings: BindingWrite[], now: Millis) {
  if (bindings.length === 0) return
  await rows(
    trx,
    `insert into license_bindings (license_id, kind, value, region, first_seen_at, last_seen_at)
     select v.license_id, v.kind, v.value, v.region, t.now, t.now
     from unnest(?::uuid[], ?::text[], ?::text[], ?::text[]) as v (license_id, kind, value, region),
       (select to_timestamp(?::float8 / 1000) as now) t
     on conflict (license_id, kind, value) do update set last_seen_at = excluded.last_seen_at,
       region = excluded.region`,
    [
      bindings.map((one) => one.licenseId),
      bindings.map((one) => one.kind),
      bindings.map((one) => one.value),
      bindings.map((one) => one.region),
      now,
    ]
  )
}
