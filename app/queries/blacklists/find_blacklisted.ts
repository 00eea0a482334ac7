import { rows, type SqlClient } from '#services/sql'

/** The entry that a call ran into. */
export type BlacklistHit = { id: string; type: 'HWID' | 'IP' }

/**
 * The entries of a product's blacklist that a HWID or an address is on: two index lookups in one statement.
 * `ip` is a canonical address (`normalizeAddress`), a network of the list may hold it.
 */
export function findBlacklisted(
  client: SqlClient,
  productId: string,
  { hwid, ip }: { hwid: string | null; ip: string | null }
): Promise<BlacklistHit[]> {
  return rows(
    client,
    `select id, type from blacklist_entries where product_id = ? and type = 'HWID' and value = ?
     union all
     select id, type from blacklist_entries
     where product_id = ? and network is not null and network >>= ?::inet`,
    [productId, hwid, productId, ip]
  )
}
