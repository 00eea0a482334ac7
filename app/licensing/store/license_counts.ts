import type { LicenseState, LicenseStatus } from '#licensing/rules/license'

/** So many licenses more, or less, of a product with a status, frozen or not. */
export type CountMove = {
  orgId: string
  productId: string
  status: LicenseStatus
  frozen: boolean
  delta: number
}

/** The changes to the counts when licenses in these states are created (`1`) or deleted (`-1`). */
export function moveOf(state: LicenseState, delta: 1 | -1): CountMove {
  const { orgId, productId, status, frozenAt } = state
  return { orgId, productId, status, frozen: frozenAt !== null, delta }
}

/** The changes to the counts when licenses change: none, unless a status or the frozen flag changes. */
export function movesOf(changes: { before: LicenseState; after: LicenseState }[]): CountMove[] {
  return changes
    .filter(
      ({ before, after }) =>
        before.status !== after.status || (before.frozenAt === null) !== (after.frozenAt === null)
    )
    .flatMap(({ before, after }) => [moveOf(before, -1), moveOf(after, 1)])
}

/** A statement with its values. */
type Statement = { sql: string; values: unknown[] }

/**
 * The statement that appends what a transaction did to the counts, one row per product, status and flag: nobody
 * waits for a counter row, and a reader adds these rows up (contract#counts). Null when nothing is to be counted.
 */
export function countStatement(moves: CountMove[]): Statement | null {
  const sums = new Map<string, CountMove>()
  for (const move of moves) {
    const key = `${move.productId} ${move.status} ${move.frozen}`
    const sum = sums.get(key)
    if (sum) sum.delta += move.delta
    else sums.set(key, { ...move })
  }
  const deltas = [...sums.values()].filter(({ delta }) => delta !== 0)
  if (deltas.length === 0) return null
  return {
    sql: `insert into license_count_deltas (org_id, product_id, status, frozen, delta)
      select * from unnest(?::uuid[], ?::uuid[], ?::text[], ?::bool[], ?::int[])`,
    values: [
      deltas.map((one) => one.orgId),
      deltas.map((one) => one.productId),
      deltas.map((one) => one.status),
      deltas.map((one) => one.frozen),
      deltas.map((one) => one.delta),
    ],
  }
}
