import type { Scope } from '#kernel/audit/scope'
import { inScope } from '#kernel/database/in_scope'
import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { ClaimedTarget } from '#storefront/rules/claim'

/** The license that an order names, as its end user may use it; null if the scope does not include the license. */
export function findTarget(
  trx: Trx,
  scope: Scope,
  licenseId: string,
  endUserId: string
): Promise<ClaimedTarget | null> {
  const own = inScope(scope, 'licenses')
  return firstRow<ClaimedTarget>(
    trx,
    `select product_id as "productId", status, expiration_mode as "expirationMode", tier_id as "tierId",
       coalesce(end_user_id = ?, false) as "isTheirs"
     from licenses where id = ? and ${own.sql}`,
    [endUserId, licenseId, ...own.values]
  )
}
