import { inChunks } from '#kernel/batching/in_chunks'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** The maximum number of orders in one transaction. */
const CHUNK = 500

/**
 * Expires orders that are pending for 7 days and not paid, and returns their pieces to stock
 * (contract/10-storefront#105-orders).
 * It skips orders that another transaction has locked; the next run handles them.
 */
export default class ExpireOrders {
  execute(signal?: AbortSignal, now: Millis = Date.now()) {
    return inChunks(CHUNK, () => this.#chunk(now), signal)
  }

  #chunk(now: Millis): Promise<number> {
    return transaction(async (trx) => {
      const at = new Date(now)
      const expired = await rows<{ listingId: string; quantity: number }>(
        trx,
        `with due as (select id from orders where due_at <= ? order by due_at limit ? for no key update skip locked)
         update orders o set state = 'expired', due_at = null, closed_at = ? from due
         where o.id = due.id and o.state = 'pending' returning o.listing_id as "listingId", o.quantity`,
        [at, CHUNK, at]
      )
      await rows(
        trx,
        `with freed as (select listing_id, sum(quantity)::int as pieces
           from unnest(?::uuid[], ?::int[]) as v (listing_id, quantity) group by listing_id),
         locked as (select l.id, freed.pieces from listings l join freed on freed.listing_id = l.id
           order by l.id for update of l)
         update listings l set taken = greatest(0, l.taken - locked.pieces) from locked where l.id = locked.id`,
        [expired.map(({ listingId }) => listingId), expired.map(({ quantity }) => quantity)]
      )
      return expired.length
    })
  }
}
