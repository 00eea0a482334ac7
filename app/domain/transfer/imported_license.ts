import { reviveIfUnexpired, unfreeze } from '#domain/license/changes'
import { restated, withPause } from '#domain/license/expiry_clock'
import type { LicenseState, Millis } from '#domain/license/license'
import type { ImportRow } from './import_row.js'

/** The part of a license that an import settles. */
export type ImportedState = Omit<LicenseState, 'id' | 'orgId' | 'productId' | 'key' | 'revision'>

/**
 * The state of a license that a row makes. Without the moments of an export, a row that says frozen or
 * SUSPENDED means "from now on", so the time that remains is what its expiry leaves from now.
 */
export function importedState(row: ImportRow, now: Millis): ImportedState {
  const status = row.status ?? 'ACTIVE'
  const frozenAt = row.frozen ? (row.frozenAt ?? now) : null
  const suspendedAt = status === 'SUSPENDED' ? (row.suspendedAt ?? now) : null
  return {
    status,
    ...(row.terms ?? { expirationMode: 'never', expiresAt: null, expiresAfterDays: null }),
    activatedAt: row.activatedAt ?? null,
    frozenAt,
    suspendedAt,
    pausedSince:
      frozenAt === null && suspendedAt === null ? null : (row.pausedSince ?? earlier(frozenAt, suspendedAt)),
    pausedMs: row.pausedMs ?? 0,
  }
}

/**
 * The state that a row with onConflict=update asks for: what the row does not say stays. Whether a license may
 * get there, and by which events, is for `importSteps` to say.
 */
export function updatedState(before: LicenseState, row: ImportRow, now: Millis): LicenseState {
  const kept = row.frozen === false ? unfrozen(before, now) : before
  const base = statesExpiry(row) ? restated(kept, now) : kept
  const status = row.status ?? base.status
  const stated = {
    ...base,
    ...row.terms,
    status,
    activatedAt: row.activatedAt ?? base.activatedAt,
    frozenAt: row.frozen ? (row.frozenAt ?? base.frozenAt ?? now) : base.frozenAt,
    suspendedAt: status === 'SUSPENDED' ? (row.suspendedAt ?? base.suspendedAt ?? now) : null,
  }
  const clocked = withPause(stated, now)
  const after = {
    ...clocked,
    pausedSince: clocked.pausedSince === null ? null : (row.pausedSince ?? clocked.pausedSince),
    pausedMs: row.pausedMs ?? clocked.pausedMs,
  }
  return row.status === undefined ? reviveIfUnexpired(after, now) : after
}

/**
 * Whether a row says when the license expires, as a PATCH does: what a frozen license has waited so far does not
 * move that moment. An export carries the clock that goes with its expiry instead.
 */
function statesExpiry({ terms, pausedSince }: ImportRow): boolean {
  return terms !== undefined && terms.expiresAt !== null && pausedSince === undefined
}

function unfrozen(state: LicenseState, now: Millis): LicenseState {
  const decision = unfreeze(state, now)
  return decision.outcome === 'changed' ? { ...decision.after, revision: state.revision } : state
}

function earlier(one: Millis | null, other: Millis | null): Millis | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}
