import type { LicenseStatus } from './license.js'

export type StatusCommand = 'revoke' | 'unrevoke' | 'suspend' | 'unsuspend' | 'redeem'

/** A table, so that an illegal move is a missing cell (interface#3-states-and-transitions, contract#transitions). */
const NEXT: Record<StatusCommand, Partial<Record<LicenseStatus, LicenseStatus>>> = {
  revoke: { PENDING: 'REVOKED', ACTIVE: 'REVOKED', SUSPENDED: 'REVOKED', EXPIRED: 'REVOKED' },
  unrevoke: { REVOKED: 'ACTIVE' },
  suspend: { ACTIVE: 'SUSPENDED' },
  unsuspend: { SUSPENDED: 'ACTIVE' },
  redeem: { PENDING: 'ACTIVE' },
}

/** The status that a command leads to; null when it is illegal. */
export function transition(from: LicenseStatus, command: StatusCommand): LicenseStatus | null {
  return NEXT[command][from] ?? null
}
