import type { LicenseState, LicenseStatus } from '#licensing/rules/license'

/** A change of the number of licenses of a product that have this status and frozen flag. */
export type CountMove = {
  orgId: string
  productId: string
  status: LicenseStatus
  frozen: boolean
  /** The tier of those licenses; tiers have separate counts. */
  tierId?: string | null
  delta: number
}

/** Returns the change of the counts when a license in this state is created (`1`) or deleted (`-1`). */
export function moveOf(state: LicenseState, delta: 1 | -1): CountMove {
  const { orgId, productId, status, frozenAt, tierId } = state
  return { orgId, productId, status, frozen: frozenAt !== null, tierId, delta }
}

/** Returns the changes of the counts when licenses change; only status, frozen flag and tier affect the counts. */
export function movesOf(changes: { before: LicenseState; after: LicenseState }[]): CountMove[] {
  return changes
    .filter(
      ({ before, after }) =>
        before.status !== after.status ||
        (before.frozenAt === null) !== (after.frozenAt === null) ||
        before.tierId !== after.tierId
    )
    .flatMap(({ before, after }) => [moveOf(before, -1), moveOf(after, 1)])
}

/** A statement with its values. */
type Statement = { sql: string; values: unknown[] }

/**
 * Returns the statements that append the count changes of a transaction: one row per product, status and flag, and one
 * per tier. No transaction waits for a counter row; readers add up these rows (contract#counts). Returns no statements
 * if the counts do not change.
 */
export function countStatements(moves: CountMove[]): Statement[] {
  return [statusStatement(moves), tierStatement(moves)].flatMap((one) => one ?? [])
}

function statusStatement(moves: CountMove[]): Statement | null {
  const deltas = summed(moves, ({ productId, status, frozen }) => `${productId} ${status} ${frozen}`)
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

function tierStatement(moves: CountMove[]): Statement | null {
  const inTiers = moves.filter(({ tierId }) => !!tierId)
  const deltas = summed(inTiers, ({ tierId }) => tierId!)
  if (deltas.length === 0) return null
  return {
    sql: `insert into tier_count_deltas (org_id, tier_id, delta)
      select * from unnest(?::uuid[], ?::uuid[], ?::int[])`,
    values: [deltas.map((one) => one.orgId), deltas.map((one) => one.tierId), deltas.map((one) => one.delta)],
  }
}

/** Adds up the moves of each key and drops the sums that are zero. */
function summed(moves: CountMove[], keyOf: (move: CountMove) => string): CountMove[] {
  const sums = new Map<string, CountMove>()
  for (const move of moves) {
    const key = keyOf(move)
    const sum = sums.get(key)
    if (sum) sum.delta += move.delta
    else sums.set(key, { ...move })
  }
  return [...sums.values()].filter(({ delta }) => delta !== 0)
}
