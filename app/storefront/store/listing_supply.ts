import { firstRow, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { assertSupply } from '#storefront/rules/claim'

type Row = { stock: number | null; taken: number; perCustomer: number | null }

/** Addresses that differ in capitals and `+tag` alone are those of one person (contract/10-storefront#107-abuse). */
const FOLDED = (column: string) => `regexp_replace(lower(${column}), '\\+[^@]*@', '@')`

/**
 * Takes pieces of a listing, whose row stays locked until the transaction ends.
 * @throws Refusal CONFLICT where they are used up; `bound` says for whom one end user's share counts, null for nobody.
 */
export async function takePieces(trx: Trx, listingId: string, quantity: number, bound: string | null) {
  const row = await lock(trx, listingId)
  const perCustomer = bound === null ? null : row.perCustomer
  const had = perCustomer === null ? 0 : await piecesOf(trx, listingId, bound!)
  assertSupply({ ...row, perCustomer, had }, quantity)
  await move(trx, listingId, quantity)
}

/** Takes pieces for many orders that are paid for already; returns for each whether there were that many. */
export async function takePaidTogether(
  trx: Trx,
  wanted: { listingId: string; quantity: number }[]
): Promise<boolean[]> {
  const left = new Map<string, number>()
  for (const listingId of [...new Set(wanted.map((one) => one.listingId))].toSorted()) {
    const { stock, taken } = await lock(trx, listingId)
    const own = wanted.filter((one) => one.listingId === listingId)
    await move(
      trx,
      listingId,
      own.reduce((sum, { quantity }) => sum + quantity, 0)
    )
    left.set(listingId, stock === null ? Infinity : stock - taken)
  }
  return wanted.map(({ listingId, quantity }) => {
    const rest = left.get(listingId)! - quantity
    left.set(listingId, rest)
    return rest >= 0
  })
}

/** Takes pieces that are paid for already; returns whether there were that many. */
export async function takePaidPieces(trx: Trx, listingId: string, quantity: number): Promise<boolean> {
  const { stock, taken } = await lock(trx, listingId)
  await move(trx, listingId, quantity)
  return stock === null || taken + quantity <= stock
}

/** Gives pieces back, of an order that came to nothing. */
export async function returnPieces(trx: Trx, listingId: string, quantity: number) {
  await move(trx, listingId, -quantity)
}

function move(trx: Trx, listingId: string, pieces: number) {
  return rows(trx, `update listings set taken = greatest(0, taken + ?) where id = ?`, [pieces, listingId])
}

async function lock(trx: Trx, listingId: string): Promise<Row> {
  const row = await firstRow<Row>(
    trx,
    `select stock, taken, per_customer as "perCustomer" from listings where id = ? for update`,
    [listingId]
  )
  return row!
}

async function piecesOf(trx: Trx, listingId: string, endUserId: string): Promise<number> {
  const sum = await firstRow<{ pieces: number }>(
    trx,
    `select coalesce(sum(o.quantity), 0)::int as pieces
     from orders o join end_users u on u.id = o.end_user_id join end_users me on me.id = ? and me.org_id = u.org_id
     where o.listing_id = ? and o.state in ('pending', 'fulfilled')
       and (u.id = me.id or ${FOLDED('u.email')} = ${FOLDED('me.email')})`,
    [endUserId, listingId]
  )
  return sum!.pieces
}
