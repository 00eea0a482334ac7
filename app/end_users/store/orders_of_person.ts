import { claimantOf } from '#end_users/queries/claimant_of'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { sealSecret } from '#kernel/secrets/secrets'

/** The body of an emptied event. */
const EMPTY_EVENT = '{}'

/**
 * Moves the orders of an end user to another one (contract/09-end-users#96-the-merchants-side). They still count against
 * the share of whoever comes back with the address `email` of the first one. The caller has locked both.
 */
export async function moveOrders(
  trx: Trx,
  orgId: string,
  from: { id: string; email: string | null },
  toId: string
) {
  if (from.email) await keepClaims(trx, orgId, from.id, from.email)
  const sql = `update orders set end_user_id = ? where org_id = ? and end_user_id = ?`
  await rows(trx, sql, [toId, orgId, from.id])
}

/**
 * Locks the events of processors that led to orders of an end user. Code that handles an event locks it before the end
 * user, so code that empties events of a locked end user calls this first.
 */
export function lockOrderEvents(trx: Trx, orgId: string, id: string): Promise<{ id: string }[]> {
  return rows(
    trx,
    `select e.id from orders o join processor_events e on e.order_id = o.id and e.org_id = o.org_id
     where o.org_id = ? and o.end_user_id = ? order by e.id for no key update of e`,
    [orgId, id]
  )
}

/**
 * Writes a digest of the address that an end user gives up into their orders, so that these still count against the
 * share of a listing of whoever comes back with it. An order keeps the digest of its first address.
 */
export async function keepClaims(trx: Trx, orgId: string, id: string, email: string) {
  const sql = `update orders set claimant = coalesce(claimant, ?) where org_id = ? and end_user_id = ?`
  await rows(trx, sql, [claimantOf(orgId, email), orgId, id])
}

/**
 * Empties the texts about an erased end user in orders, and the processor events of those orders. The orders keep
 * their amounts and the references of the merchant's books, but name no one. Replaying an emptied event has no effect,
 * so it cannot bring the person back.
 */
export async function eraseOrderTexts(trx: Trx, orgId: string, id: string) {
  await rows(
    trx,
    `update orders set note = null, reason = null
     where org_id = ? and end_user_id = ? and (note is not null or reason is not null)`,
    [orgId, id]
  )
  const events = await lockOrderEvents(trx, orgId, id)
  await rows(
    trx,
    `update processor_events e set body = v.body
     from unnest(?::uuid[], ?::text[]) as v (id, body) where e.id = v.id`,
    [
      events.map((one) => one.id),
      events.map((one) => sealSecret(EMPTY_EVENT, `processor_events.body:${one.id}`)),
    ]
  )
}
