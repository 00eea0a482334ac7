import { recordAudit, type Origin } from '#kernel/audit/audit'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { noSuch } from '#kernel/refusals/refusals'
import { isUuid } from '#kernel/text/uuid'
import type { Millis } from '#kernel/time/millis'
import { forgetShopAfter } from '#storefront/store/public_shops'

/** A storefront that the operator has suspended or unsuspended. */
export type SuspendedStorefront = { id: string; orgId: string; slug: string; suspended: boolean }

/**
 * Suspends a storefront for the operator, or ends the suspension (contract/10-storefront#107-abuse). Visitors cannot
 * find a suspended storefront, and end users cannot order from it. The merchant cannot make it visible or delete it.
 * Other processes follow within a minute, because they cache shops.
 */
export default class SuspendStorefront {
  /**
   * `named` is the slug or the id. A second suspension keeps the time of the first one.
   * @throws Refusal NOT_FOUND
   */
  async execute(
    named: string,
    suspended: boolean,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<SuspendedStorefront> {
    return transaction(async (trx) => {
      const column = isUuid(named) ? 'id' : 'slug'
      const lock = `select suspended_at is not null as was from storefronts where ${column} = ? for no key update`
      const had = await firstRow<{ was: boolean }>(trx, lock, [named])
      if (!had) throw noSuch('storefront')
      const sql = `update storefronts set suspended_at = case when ? then coalesce(suspended_at, ?) end where ${column} = ?
        returning id, org_id as "orgId", slug`
      const found = (await firstRow<Omit<SuspendedStorefront, 'suspended'>>(trx, sql, [
        ...[suspended, new Date(now), named],
      ]))!
      if (had.was !== suspended) {
        const action = suspended ? 'storefront.suspended' : 'storefront.unsuspended'
        const { orgId, id } = found
        await recordAudit(trx, origin, { orgId, action, subject: id, data: { slug: found.slug } }, now)
      }
      forgetShopAfter(trx, found.orgId)
      return { ...found, suspended }
    })
  }
}
