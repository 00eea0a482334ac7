import { LazyPool } from '#kernel/database/lazy_pool'
import { WINDOW_MS, type StoreAnswer, type StoreBatch } from './rate_limit_windows.js'

type Row = { denied: number[]; waitMs: string[]; fresh: (boolean | null)[]; used: number[] }

const pool = new LazyPool('limits')

const COUNT = {
  name: 'consume_windows',
  text: `select denied, wait_ms as "waitMs", fresh, used from consume_windows($1, $2, $3, $4, $5, $6, $7, $8,
    (extract(epoch from statement_timestamp()) * 1000)::bigint)`,
}

/** Counts in Postgres with the function `consume_windows`: one prepared statement for all requests. */
export async function consumeInPostgres({ keys, counted, requests }: StoreBatch): Promise<StoreAnswer[]> {
  const { rows } = await pool.get().query<Row>({
    ...COUNT,
    values: [
      keys,
      counted,
      requests.map(({ slots }) => slots.length),
      requests.flatMap(({ slots }) => slots),
      requests.flatMap(({ ceilings }) => ceilings),
      requests.map(({ nonce }) => nonce?.key ?? null),
      requests.map(({ nonce }) => nonce?.ttlMs ?? null),
      WINDOW_MS,
    ],
  })
  const { denied, waitMs, fresh, used } = rows[0]
  let from = 0
  return requests.map(({ slots }, at) => {
    const counts = used.slice(from, (from += slots.length))
    return { denied: denied[at], waitMs: Number(waitMs[at]), fresh: fresh[at], used: counts }
  })
}

const USED = {
  name: 'used_in_windows',
  text: `select coalesce((select max(r.used) from rate_limits r
      where r.key in (k.key || '@' || (t.now / $2 - 1), k.key || '@' || (t.now / $2)) and r.until > t.now), 0) as used
    from unnest($1::text[]) k (key)
    cross join (select (extract(epoch from statement_timestamp()) * 1000)::bigint as now) t`,
}

/** Returns the used requests of each window. A window is in the row of this minute or of the previous one. */
export async function usedInPostgres(keys: string[]): Promise<number[]> {
  const { rows } = await pool.get().query<{ used: number }>({ ...USED, values: [keys, WINDOW_MS] })
  return rows.map(({ used }) => used)
}

export const closePostgresLimits = () => pool.close()
