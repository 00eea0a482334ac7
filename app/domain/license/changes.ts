import { effectiveExpiresAt, fixedLimit, frozenDaysRemaining, withPause } from './expiry_clock.js'
import { DAY, type LicenseState, type Millis } from './license.js'
import { transition, type StatusCommand } from './state_machine.js'

/** Why a bulk change leaves a license alone (contract 5). */
export type SkipCode =
  'ALREADY_FROZEN' | 'NOT_FROZEN' | 'ALREADY_REVOKED' | 'NOT_REVOKED' | 'NO_EXPIRATION' | 'CHANGED_SINCE'

/** What a command makes of a license: a new state with its event, or why not. */
export type Decision =
  | { outcome: 'changed'; event: string; after: LicenseState; payload: Record<string, unknown> }
  | { outcome: 'skipped'; code: SkipCode }
  | { outcome: 'failed'; code: 'CONFLICT'; message: string }

const conflict = (message: string): Decision => ({ outcome: 'failed', code: 'CONFLICT', message })
const skip = (code: SkipCode): Decision => ({ outcome: 'skipped', code })

/** Stops the clock of an ACTIVE license. Event license.frozen. */
export function freeze(state: LicenseState, now: Millis): Decision {
  if (state.frozenAt !== null) return skip('ALREADY_FROZEN')
  if (state.status !== 'ACTIVE')
    return conflict(`Only an ACTIVE license can be frozen, this one is ${state.status}`)
  const after = withPause({ ...state, frozenAt: now }, now)
  return changed('license.frozen', after, {
    licenseId: state.id,
    productId: state.productId,
    frozenAt: new Date(now).toISOString(),
    frozenDaysRemaining: frozenDaysRemaining(after),
  })
}

/** Lets the clock go on; the fixed limit has moved by the frozen time. Event license.unfrozen. */
export function unfreeze(state: LicenseState, now: Millis): Decision {
  if (state.frozenAt === null) return skip('NOT_FROZEN')
  const moved = { ...state, expiresAt: fixedLimit(state, now) ?? state.expiresAt, frozenAt: null }
  return changed('license.unfrozen', withPause(moved, now), {
    licenseId: state.id,
    productId: state.productId,
  })
}

/** revoke, unrevoke, suspend, unsuspend, redeem: the moves of the state machine. */
export function changeStatus(state: LicenseState, command: StatusCommand, now: Millis): Decision {
  if (command === 'revoke' && state.status === 'REVOKED') return skip('ALREADY_REVOKED')
  if (command === 'unrevoke' && state.status !== 'REVOKED') return skip('NOT_REVOKED')
  const status = transition(state.status, command)
  if (!status) return conflict(`Cannot ${command} a license that is ${state.status}`)
  const suspendedAt = status === 'SUSPENDED' ? now : null
  const after = withPause({ ...state, status, suspendedAt }, now)
  return changed(EVENT_OF[command], after, { licenseId: state.id })
}

/** Moves every limit that the license has by `days`. Event license.updated. */
export function extend(state: LicenseState, days: number, now: Millis): Decision {
  if (state.expirationMode === 'never') return skip('NO_EXPIRATION')
  const after = reviveIfUnexpired(
    {
      ...state,
      expiresAt: state.expiresAt === null ? null : state.expiresAt + days * DAY,
      expiresAfterDays: state.expiresAfterDays === null ? null : state.expiresAfterDays + days,
    },
    now
  )
  const fields = (['expiresAt', 'expiresAfterDays', 'status'] as const).filter(
    (field) => after[field] !== state[field]
  )
  return changed('license.updated', after, { licenseId: state.id, fields })
}

/** An expiry change that puts the effective expiry in the future makes EXPIRED ACTIVE again (contract 3). */
export function reviveIfUnexpired(state: LicenseState, now: Millis): LicenseState {
  if (state.status !== 'EXPIRED') return state
  const limit = effectiveExpiresAt(state, now)
  return limit === null || limit > now ? { ...state, status: 'ACTIVE' } : state
}

const EVENT_OF: Record<StatusCommand, string> = {
  revoke: 'license.revoked',
  unrevoke: 'license.unrevoked',
  suspend: 'license.suspended',
  unsuspend: 'license.unsuspended',
  redeem: 'license.updated',
}

function changed(event: string, after: LicenseState, payload: Record<string, unknown>): Decision {
  return { outcome: 'changed', event, after: { ...after, revision: after.revision + 1 }, payload }
}
