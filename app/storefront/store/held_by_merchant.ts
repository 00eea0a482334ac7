import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { LicenseState } from '#licensing/rules/license'

/**
 * Returns whether a user, an API key or an operation has revoked or suspended one of these licenses. If not, events of
 * a processor have. Each license is REVOKED or SUSPENDED.
 */
export async function isHeldByMerchant(trx: Trx, held: LicenseState[]): Promise<boolean> {
  const moves = held.map(({ status }) => (status === 'REVOKED' ? 'license.revoked' : 'license.suspended'))
  const found = await firstRow(
    trx,
    `select 1 from unnest(?::uuid[], ?::text[]) as v (id, move) where (select e.actor_type from license_events e
       where e.license_id = v.id and e.type = v.move order by e.id desc limit 1) is distinct from 'system' limit 1`,
    [held.map(({ id }) => id), moves]
  )
  return found !== null
}
