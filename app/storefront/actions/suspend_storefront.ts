import { recordAudit, type Origin } from '#kernel/audit/audit'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { noSuch } from '#kernel/refusals/refusals'
import { isUuid } from '#kernel/text/uuid'
import type { Millis } from '#kernel/time/millis'
import { forgetShopAfter } from '#storefront/store/public_shops'

/** A storefront that the operator has taken from its visitors, or given back to them. */
export type SuspendedStorefront = { id: string; orgId: string; slug: string; suspended: boolean }

/**
 * The operator takes a storefront from its visitors (contract/10-storefront#107-abuse): nobody finds it and nobody orders, until
 * it is given back. Its merchant can neither publish nor delete it. Other processes follow within a minute.
 */
export default class SuspendStorefront {
  /** By its slug or its id; done twice, it keeps its first moment. @throws Refusal NOT_FOUND */
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
