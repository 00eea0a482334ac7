import config from '#config/operations'
import type { Millis } from '#kernel/time/millis'
import type { LongList } from '#kernel/json/long_lists'
import type { Scope } from '#kernel/audit/scope'
import { licenseWhere, type LicenseFilter } from '#licensing/queries/license_filter'
import { inScope } from '#kernel/database/in_scope'
import { changedRows, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/** Cuts a list of ids, each a UUID, into chunks, in one statement. */
export function insertNamed(trx: Trx, operationId: string, { array, count }: LongList) {
  const size = config.chunkSize
  return rows(
    trx,
    `insert into operation_chunks (operation_id, position, license_ids, first_index, size)
     select ?::uuid, n, part, n * ?::int, cardinality(part)
     from (select ?::uuid[] as ids) as named
     cross join generate_series(0, ?::int) as n
     cross join lateral (select ids[n * ?::int + 1 : (n + 1) * ?::int] as part) as slices`,
    [operationId, size, array, Math.ceil(count / size) - 1, size, size]
  )
}

/**
 * Cuts a list of keys into chunks, in one statement. A key that no license of the scope has stays in its chunk
 * without an id, so that the operation can report it.
 */
export function insertKeyed(trx: Trx, operationId: string, scope: Scope, keys: LongList) {
  const own = inScope(scope, 'l')
  const size = config.chunkSize
  return rows(
    trx,
    `insert into operation_chunks (operation_id, position, license_ids, license_keys, first_index, size)
     select ?::uuid, ((named.n - 1) / ?::int)::int, array_agg(l.id order by named.n),
       array_agg(named.key order by named.n), (min(named.n) - 1)::int, count(*)::int
     from unnest(?::text[]) with ordinality as named (key, n)
     left join licenses l on l.key = named.key and ${own.sql}
     group by 2`,
    [operationId, size, keys.array, ...own.values]
  )
}

/** Resolves a filter into chunks of at most `most` licenses in total, and returns their number. */
export async function insertMatching(
  trx: Trx,
  operationId: string,
  scope: Scope,
  filter: LicenseFilter,
  now: Millis,
  most: number | null = null
): Promise<number> {
  const where = licenseWhere(scope, filter, now)
  await rows(
    trx,
    `insert into operation_chunks (operation_id, position, license_ids, first_index, size)
     select ?::uuid, (n / ?::int)::int, array_agg(id order by n), (min(n))::int, count(*)::int
     from (
       select l.id, row_number() over (order by l.id) - 1 as n from licenses l where ${where.sql}
       order by l.id limit ?::bigint
     ) as matching
     group by 2`,
    [operationId, config.chunkSize, ...where.values, most]
  )
  const [{ total }] = await rows<{ total: number }>(
    trx,
    'select coalesce(sum(size), 0)::int as total from operation_chunks where operation_id = ?',
    [operationId]
  )
  return total
}

/** Copies the chunks of another operation to an operation. */
export function copyChunks(trx: Trx, operationId: string, fromId: string) {
  return changedRows(
    trx,
    `insert into operation_chunks (operation_id, position, license_ids, license_keys, first_index, size)
     select ?::uuid, position, license_ids, license_keys, first_index, size
     from operation_chunks where operation_id = ?`,
    [operationId, fromId]
  )
}
