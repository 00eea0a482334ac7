import { claimantOf } from '#end_users/queries/claimant_of'
import { foldedAddress } from '#end_users/rules/folded_address'
import { firstRow, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import { escapeLike } from '#licensing/queries/license_filter'
import { assertSupply } from '#storefront/rules/claim'

type Row = { stock: number | null; taken: number; perCustomer: number | null; archived: boolean }

/**
 * Takes pieces of a listing. Its row stays locked until the transaction ends. `bound` is the end user whose share is
 * limited by `perCustomer`, or null if that limit does not apply.
 * @throws Refusal CONFLICT if the stock or the share is used up; LISTING_NOT_FOUND if the listing has been archived or
 *   deleted since.
 */
export async function takePieces(trx: Trx, listingId: string, quantity: number, bound: string | null) {
  const row = await lock(trx, listingId)
  if (!row || row.archived) throw new Refusal('LISTING_NOT_FOUND')
  const perCustomer = bound === null ? null : row.perCustomer
  const had = perCustomer === null ? 0 : await piecesOf(trx, listingId, bound!)
  assertSupply({ ...row, perCustomer, had }, quantity)
  await move(trx, listingId, quantity)
}

/**
 * Takes pieces for many paid orders, even beyond the stock. Returns for each order whether the stock was sufficient.
 */
export async function takePaidTogether(
  trx: Trx,
  wanted: { listingId: string; quantity: number }[]
): Promise<boolean[]> {
  const left = new Map<string, number>()
  for (const listingId of [...new Set(wanted.map((one) => one.listingId))].toSorted()) {
    const { stock, taken } = (await lock(trx, listingId))!
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

/** Takes the pieces of a paid order, even beyond the stock. Returns whether the stock was sufficient. */
export async function takePaidPieces(trx: Trx, listingId: string, quantity: number): Promise<boolean> {
  const { stock, taken } = (await lock(trx, listingId))!
  await move(trx, listingId, quantity)
  return stock === null || taken + quantity <= stock
}

/** Returns the pieces of a rejected or reversed order to stock. */
export async function returnPieces(trx: Trx, listingId: string, quantity: number) {
  await move(trx, listingId, -quantity)
}

function move(trx: Trx, listingId: string, pieces: number) {
  return rows(trx, `update listings set taken = greatest(0, taken + ?) where id = ?`, [pieces, listingId])
}

/** Null for a listing that was deleted with its product. */
function lock(trx: Trx, listingId: string): Promise<Row | null> {
  return firstRow<Row>(
    trx,
    `select stock, taken, per_customer as "perCustomer", archived_at is not null as archived
     from listings where id = ? for update`,
    [listingId]
  )
}

/**
 * Counts the pieces of an end user and of all end users with the same folded address, those who were erased or merged
 * into another one too. An order that is found in both ways (it was merged into the same address) counts once. It
 * searches by the beginning of the address, so the cost does not grow with the number of end users. This matters
 * because the listing is locked.
 */
async function piecesOf(trx: Trx, listingId: string, endUserId: string): Promise<number> {
  const sql = `select org_id as "orgId", email from end_users where id = ?`
  const { orgId, email } = (await firstRow<{ orgId: string; email: string | null }>(trx, sql, [endUserId]))!
  const { plain, local, domain } = foldedAddress(email ?? '')
  const tagged = email === null ? '' : `${escapeLike(local)}+%${escapeLike(domain)}`
  const claimant = email === null ? null : claimantOf(orgId, email)
  const sum = await firstRow<{ pieces: number }>(
    trx,
    `select coalesce(sum(quantity), 0)::int as pieces from (
       select o.id, o.quantity from orders o
       where o.listing_id = ? and o.state in ('pending', 'fulfilled') and o.end_user_id in (
         select ?::uuid union select id from end_users where org_id = ? and email = ?
         union select id from end_users where org_id = ? and email like ?)
       union
       select o.id, o.quantity from orders o
       where o.listing_id = ? and o.state in ('pending', 'fulfilled') and o.claimant = ?) as had`,
    [listingId, endUserId, orgId, plain, orgId, tagged, listingId, claimant]
  )
  return sum!.pieces
}
