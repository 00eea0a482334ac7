import { thawed } from '#licensing/rules/changes'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import type { ImportRow } from './import_row.js'

/** The fields of a license that an import sets. */
export type ImportedState = Omit<LicenseState, 'id' | 'orgId' | 'productId' | 'key' | 'tierId' | 'revision'>

/**
 * The state of a license that a row creates. Without the times of an export, frozen or SUSPENDED means "from now on",
 * so the remaining time is the time from now to the expiry.
 */
export function importedState(row: ImportRow, now: Millis): ImportedState {
  const status = row.status ?? 'ACTIVE'
  const frozenAt = row.frozen ? (row.frozenAt ?? now) : null
  const suspendedAt = status === 'SUSPENDED' ? (row.suspendedAt ?? now) : null
  const state = {
    status,
    ...(row.terms ?? { expirationMode: 'never' as const, expiresAt: null, expiresAfterDays: null }),
    activatedAt: row.activatedAt ?? null,
    frozenAt,
    suspendedAt,
    ...statedPause(row, frozenAt, suspendedAt),
  }
  return status === 'EXPIRED' ? thawed(state, now) : state
}

/**
 * The current pause, and the sum of earlier ones. A fixed limit counts from the start of the current pause, so if the
 * license is frozen the current pause is the freeze. A suspension before it paused only the relative limit, and is
 * added to the earlier pauses.
 */
function statedPause(row: ImportRow, frozenAt: Millis | null, suspendedAt: Millis | null) {
  const pausedMs = row.pausedMs ?? 0
  if (row.pausedSince !== undefined) return { pausedSince: row.pausedSince, pausedMs }
  const counted = Math.max(suspendedAt ?? Infinity, row.activatedAt ?? Infinity)
  const before = frozenAt === null ? 0 : Math.max(0, frozenAt - counted)
  return { pausedSince: frozenAt ?? suspendedAt, pausedMs: pausedMs + before }
}
