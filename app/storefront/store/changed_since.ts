import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/** Changes of a license `e` by a user, an API key or an operation, after a revision. */
const CHANGES = `select 1 from license_events e where e.license_id = ? and e.actor_type in ('user', 'apiKey', 'operation')
  and e.type not in ('license.authorized', 'license.expired') and (e.data ->> 'revision')::int > ?`

/**
 * The condition that `e` is the renewal of an order `o`. The reason of the change names the order, but a user can write
 * the same reason, so the order must have left the license at this revision.
 */
const BY_RENEWAL = `o.org_id = e.org_id
  and o.number = substring(e.reason from '^Order #([0-9]{1,9})$')::int and o.listing ->> 'kind' = 'renewal'
  and o.effect -> 'revisions' ->> e.license_id::text = e.data ->> 'revision'`

/**
 * Returns whether a user, an API key or an operation has changed a license since this revision. A program that
 * activates a license, or finds that it has expired, changes nothing that an order gives.
 */
export async function isChangedSince(trx: Trx, licenseId: string, revision: number): Promise<boolean> {
  return (await firstRow(trx, `${CHANGES} limit 1`, [licenseId, revision])) !== null
}

/**
 * Returns whether a user, an API key or an operation has chosen since this revision how a license expires. Who changes its
 * metadata, freezes or suspends it does not.
 */
export async function isExpirySetSince(trx: Trx, licenseId: string, revision: number): Promise<boolean> {
  const sql = `${CHANGES} and jsonb_exists(e.data -> 'before', 'expirationMode') limit 1`
  return (await firstRow(trx, sql, [licenseId, revision])) !== null
}

/**
 * Like `isChangedSince`, but renewals by orders do not count, whoever has fulfilled them: they add days, which stay
 * when the days of another order are taken back.
 */
export async function isChangedBesidesRenewals(
  trx: Trx,
  licenseId: string,
  revision: number
): Promise<boolean> {
  const sql = `${CHANGES} and not exists (select 1 from orders o where ${BY_RENEWAL}) limit 1`
  return (await firstRow(trx, sql, [licenseId, revision])) !== null
}
