import type { LicenseStatus } from './license.js'

export type StatusCommand = 'revoke' | 'unrevoke' | 'suspend' | 'unsuspend' | 'redeem'

/** Moves that follow from time and terms; no caller can request them. */
type ClockMove = 'expire' | 'revive'

/**
 * Every move from one status to another; an illegal move has no cell (interface#3-states-and-transitions,
 * contract#transitions). docs/states.md draws the table, and a test compares the two.
 *
 * @internal exported for that test; use `transition`
 */
export const LICENSE_MOVES: Record<
  StatusCommand | ClockMove,
  Partial<Record<LicenseStatus, LicenseStatus>>
> = {
  revoke: { PENDING: 'REVOKED', ACTIVE: 'REVOKED', SUSPENDED: 'REVOKED', EXPIRED: 'REVOKED' },
  unrevoke: { REVOKED: 'ACTIVE' },
  suspend: { ACTIVE: 'SUSPENDED' },
  unsuspend: { SUSPENDED: 'ACTIVE' },
  redeem: { PENDING: 'ACTIVE' },
  expire: { ACTIVE: 'EXPIRED' },
  revive: { EXPIRED: 'ACTIVE' },
}

/** Returns the status that a move leads to; null if the move is illegal from this status. */
export function transition(from: LicenseStatus, move: StatusCommand | ClockMove): LicenseStatus | null {
  return LICENSE_MOVES[move][from] ?? null
}
