import { MAX_TIMESTAMP } from '#kernel/time/timestamps'
import {
  effectiveExpiresAt,
  expiredBy,
  fixedLimit,
  frozenDaysRemaining,
  restated,
  withPause,
} from './expiry_clock.js'
import { DAY, type Millis } from '#kernel/time/millis'
import type { EventData, LicenseEventName } from '#kernel/outbox/events'
import type { LicenseConflict } from './conflicts.js'
import type { LicenseState } from './license.js'
import { transition, type StatusCommand } from './state_machine.js'
import { MAX_RELATIVE_DAYS, type Terms } from './terms.js'

/** The reasons for which a bulk change skips a license (contract#outcome-per-license). */
export type SkipCode =
  | 'ALREADY_FROZEN'
  | 'NOT_FROZEN'
  | 'ALREADY_REVOKED'
  | 'NOT_REVOKED'
  | 'ALREADY_SUSPENDED'
  | 'NOT_SUSPENDED'
  | 'NO_EXPIRATION'
  | 'ALREADY_IN_TIER'
  | 'UNCHANGED'
  | 'CHANGED_SINCE'

/** The event of a change, with the data that endpoints receive. */
export type Told<Name extends LicenseEventName = LicenseEventName> = {
  [N in Name]: { event: N; payload: EventData[N] }
}[Name]

/** A new state with its event. */
export type Changed<Name extends LicenseEventName = LicenseEventName> = Told<Name> & {
  outcome: 'changed'
  after: LicenseState
}

/** Returns the event of a decided change, without its state. */
export function toldOf<Name extends LicenseEventName>({ event, payload }: Changed<Name>): Told<Name> {
  return { event, payload }
}

/** The part of a license that its pauses change. */
export type Clocked = Omit<LicenseState, 'id' | 'orgId' | 'productId' | 'key' | 'tierId' | 'revision'>

/** The result of a command on a license: a new state with its event, or the reason why there is none. */
export type Decision<Name extends LicenseEventName = LicenseEventName> =
  | Changed<Name>
  | { outcome: 'skipped'; code: SkipCode }
  /** `marks` is set if the refused command finds that the license has expired; the caller writes this change. */
  | { outcome: 'failed'; reason: LicenseConflict; marks?: Changed<'license.expired'> }

const conflict = (reason: LicenseConflict) => ({ outcome: 'failed' as const, reason })
const skip = (code: SkipCode) => ({ outcome: 'skipped' as const, code })

/**
 * Stops the clock of an ACTIVE license. Event license.frozen. CONFLICT for any other license. A license whose limit has
 * passed is no longer ACTIVE, so the refusal marks it EXPIRED (contract/01-changes#meaning).
 */
export function freeze(state: LicenseState, now: Millis): Decision<'license.frozen'> {
  if (state.frozenAt !== null) return skip('ALREADY_FROZEN')
  const marks = expire(state, now)
  const status = marks ? marks.after.status : state.status
  if (status !== 'ACTIVE') {
    const refused = conflict({ reason: 'freeze-needs-active', status })
    return marks ? { ...refused, marks } : refused
  }
  const after = withPause({ ...state, frozenAt: now }, now)
  return changed('license.frozen', after, {
    licenseId: state.id,
    productId: state.productId,
    frozenAt: new Date(now).toISOString(),
    frozenDaysRemaining: frozenDaysRemaining(after),
  })
}

/** Resumes the clock and moves the fixed limit by the frozen time. Event license.unfrozen. */
export function unfreeze(state: LicenseState, now: Millis): Decision<'license.unfrozen'> {
  if (state.frozenAt === null) return skip('NOT_FROZEN')
  return changed('license.unfrozen', thawed(state, now), {
    licenseId: state.id,
    productId: state.productId,
  })
}

/** Returns the state with the clock running again; the fixed limit moves by the frozen time. */
export function thawed<State extends Clocked>(state: State, now: Millis): State {
  if (state.frozenAt === null) return state
  const moved = { ...state, expiresAt: fixedLimit(state, now) ?? state.expiresAt, frozenAt: null }
  return withPause(moved, now)
}

/** Applies revoke, unrevoke, suspend, unsuspend or redeem, the commands of the state machine. */
export function changeStatus(state: LicenseState, command: StatusCommand, now: Millis): Decision {
  if (command === 'revoke' && state.status === 'REVOKED') return skip('ALREADY_REVOKED')
  if (command === 'unrevoke' && state.status !== 'REVOKED') return skip('NOT_REVOKED')
  if (command === 'suspend' && state.status === 'SUSPENDED') return skip('ALREADY_SUSPENDED')
  if (command === 'unsuspend' && state.status !== 'SUSPENDED') return skip('NOT_SUSPENDED')
  const status = transition(state.status, command)
  if (!status) return conflict({ reason: 'no-transition', command, status: state.status })
  const suspendedAt = status === 'SUSPENDED' ? now : null
  const after = withPause({ ...state, status, suspendedAt }, now)
  const licenseId = state.id
  if (command === 'redeem') return changed('license.updated', after, { licenseId, fields: ['status'] })
  return changed(EVENT_OF[command], after, { licenseId })
}

/**
 * Moves every limit of the license by `days`, also while it is frozen. Event license.updated. CONFLICT if the new
 * limit would be past the year 9999.
 */
export function extend(state: LicenseState, days: number, now: Millis): Decision<'license.updated'> {
  if (state.expirationMode === 'never') return skip('NO_EXPIRATION')
  const terms: Terms = {
    expirationMode: state.expirationMode,
    expiresAt: state.expiresAt === null ? null : state.expiresAt + days * DAY,
    expiresAfterDays: state.expiresAfterDays === null ? null : state.expiresAfterDays + days,
  }
  const tooFar = (terms.expiresAt ?? 0) > MAX_TIMESTAMP || (terms.expiresAfterDays ?? 0) > MAX_RELATIVE_DAYS
  if (tooFar) return conflict({ reason: 'expiry-too-far' })
  return updated(state, reviveIfUnexpired({ ...state, ...terms }, now))
}

/**
 * Gives a license other terms (PATCH). `restate` means that the request states expiresAt, so the time frozen before
 * `now` must not move it. This matters only while the license is frozen, because only a freeze moves the fixed limit.
 * Event license.updated; null if the license already has these terms.
 */
export function changeTerms(
  state: LicenseState,
  terms: Terms,
  restate: boolean,
  now: Millis
): Decision<'license.updated'> | null {
  const moving = state.frozenAt !== null && terms.expiresAt !== null
  const settled = restate && moving ? restated(state, now) : state
  const after = reviveIfUnexpired({ ...settled, ...terms }, now)
  const same = (Object.keys(after) as (keyof LicenseState)[]).every((field) => after[field] === state[field])
  return same ? null : updated(state, after)
}

/**
 * Marks an ACTIVE license whose expiry has passed as EXPIRED. This also ends a freeze, because an EXPIRED license is
 * never frozen (contract/01-changes#meaning). Event license.expired; null if there is nothing to mark.
 */
export function expire(state: LicenseState, now: Millis): Changed<'license.expired'> | null {
  const status = transition(state.status, 'expire')
  if (!status || expiredBy(state, now) === null) return null
  return changed(
    'license.expired',
    { ...thawed(state, now), status },
    {
      licenseId: state.id,
      productId: state.productId,
      effectiveExpiresAt: new Date(effectiveExpiresAt(state, now)!).toISOString(),
    }
  )
}

/** Makes an EXPIRED license ACTIVE again if its effective expiry is now in the future (contract#expired). */
export function reviveIfUnexpired(state: LicenseState, now: Millis): LicenseState {
  const status = transition(state.status, 'revive')
  if (!status) return state
  const limit = effectiveExpiresAt(state, now)
  return limit === null || limit > now ? { ...state, status } : state
}

const EVENT_OF = {
  revoke: 'license.revoked',
  unrevoke: 'license.unrevoked',
  suspend: 'license.suspended',
  unsuspend: 'license.unsuspended',
} as const

const TOLD_FIELDS = ['expirationMode', 'expiresAt', 'expiresAfterDays', 'status'] as const

function updated(before: LicenseState, after: LicenseState): Changed<'license.updated'> {
  const restatedExpiry = after.pausedSince !== before.pausedSince
  const fields = TOLD_FIELDS.filter(
    (field) => after[field] !== before[field] || (field === 'expiresAt' && restatedExpiry)
  )
  return changed('license.updated', after, { licenseId: before.id, fields })
}

function changed<Name extends LicenseEventName>(
  event: Name,
  after: LicenseState,
  payload: EventData[Name]
): Changed<Name> {
  return { outcome: 'changed', event, after: { ...after, revision: after.revision + 1 }, payload }
}
