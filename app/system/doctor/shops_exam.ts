import db from '@adonisjs/lucid/services/db'
import { accounts } from '#config/accounts'
import { firstRow } from '#kernel/database/sql'
import { shownNumber } from '#kernel/text/shown_number'
import type { Symptom } from './diagnosis.js'

type ShopFacts = {
  /** Whether BILLING_ENABLED is true. */
  billing: boolean
  /** Listings that end users see in a portal and must pay for at once. */
  toPay: number
}

/** Finds out whether end users can order what they see, as far as that is up to the operator. */
export async function examineShops(): Promise<Symptom[]> {
  const row = await firstRow<{ toPay: number }>(
    db.connection(),
    `select count(*)::int as "toPay" from listings l
     join storefronts s on s.org_id = l.org_id and s.published and s.suspended_at is null
     join org_portals p on p.org_id = l.org_id and p.enabled
     where l.published and l.archived_at is null
       and l.settings ->> 'price' is not null and l.settings ->> 'fulfilment' = 'instant'`
  )
  return judgeShops({ billing: accounts.billingEnabled, ...row! })
}

/** @internal */
export function judgeShops({ billing, toPay }: ShopFacts): Symptom[] {
  if (billing || toPay === 0) return [{ status: 'ok', found: 'no listing waits for BILLING_ENABLED' }]
  const listings = toPay === 1 ? 'listing' : 'listings'
  const found = `end users cannot buy ${shownNumber(toPay)} published ${listings} in the portal: BILLING_ENABLED is false`
  return [{ status: 'warning', found, remedy: 'set BILLING_ENABLED=true (docs/storefront.md)' }]
}
