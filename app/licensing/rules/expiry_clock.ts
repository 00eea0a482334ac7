import { MAX_TIMESTAMP } from '#kernel/time/timestamps'
import { DAY, type Millis } from '#kernel/time/millis'
import type { LicenseState } from './license.js'

/**
 * The expiry clock (contract#the-clock). A freeze pauses both limits; a suspension pauses only the relative limit.
 * Pauses that overlap count once. All functions are pure; times are milliseconds since the epoch.
 */

type Clock = Pick<
  LicenseState,
  | 'expirationMode'
  | 'expiresAt'
  | 'expiresAfterDays'
  | 'activatedAt'
  | 'frozenAt'
  | 'pausedSince'
  | 'pausedMs'
>

/**
 * Returns the fixed limit at `now`. While the license is frozen, the limit moves along with time. The freeze counts
 * from `pausedSince`, which is the moment of the freeze unless a new expiresAt is stated during it (see `restated`).
 * No suspension can have begun before the freeze, because only ACTIVE licenses can be frozen. The limit never moves
 * past MAX_TIMESTAMP, so a date that means "never" keeps that meaning.
 */
export function fixedLimit(clock: Clock, now: Millis): Millis | null {
  if (clock.expiresAt === null || !hasFixed(clock)) return null
  if (clock.frozenAt === null) return clock.expiresAt
  return Math.min(clock.expiresAt + Math.max(0, now - (clock.pausedSince ?? clock.frozenAt)), MAX_TIMESTAMP)
}

/** Returns the relative limit at `now`; null before activation, because it has not begun to count. */
export function relativeLimit(clock: Clock, now: Millis): Millis | null {
  if (clock.expiresAfterDays === null || clock.activatedAt === null || !hasRelative(clock)) return null
  const limit = clock.activatedAt + clock.expiresAfterDays * DAY + clock.pausedMs + runningPause(clock, now)
  return Math.min(limit, MAX_TIMESTAMP)
}

/** Returns the earlier limit that applies, or null. A paused limit is `now` plus the remaining time. */
export function effectiveExpiresAt(clock: Clock, now: Millis): Millis | null {
  const fixed = fixedLimit(clock, now)
  const relative = relativeLimit(clock, now)
  if (fixed !== null && relative !== null) return Math.min(fixed, relative)
  return fixed ?? relative
}

/** Returns which limit has passed at `now`, the fixed one first; null if none has passed. */
export function expiredBy(clock: Clock, now: Millis): 'fixed' | 'relative' | null {
  const fixed = fixedLimit(clock, now)
  if (fixed !== null && fixed <= now) return 'fixed'
  const relative = relativeLimit(clock, now)
  return relative !== null && relative <= now ? 'relative' : null
}

/**
 * Returns the remaining days of a frozen license, with two decimals (contract#the-clock); null if it is not frozen or
 * never expires. The clock is stopped, so the result is the same at any moment of the freeze. If the only limit is
 * a relative one that has not begun to count, all of its days are left; an activation during the freeze takes none.
 */
export function frozenDaysRemaining(clock: Clock): number | null {
  if (clock.frozenAt === null) return null
  const standstill = Math.max(clock.frozenAt, clock.pausedSince ?? 0, clock.activatedAt ?? 0)
  const limit = effectiveExpiresAt(clock, standstill)
  if (limit === null) return hasRelative(clock) ? clock.expiresAfterDays : null
  return Math.max(0, Math.round(((limit - standstill) / DAY) * 100) / 100)
}

/**
 * Returns when the sweep should check a license: the moment of its expiry if nothing else happens, or null if no
 * expiry can pass (contract#expired). This is only a reminder; the sweep decides again.
 */
export function sweepAt(state: LicenseState): Millis | null {
  if (state.status !== 'ACTIVE' || state.frozenAt !== null) return null
  return effectiveExpiresAt(state, 0)
}

/** Records that the relative limit pauses or resumes at `now`, as `frozenAt` and `status` say. */
export function withPause<State extends Clock & Pick<LicenseState, 'status'>>(
  state: State,
  now: Millis
): State {
  const paused = state.frozenAt !== null || state.status === 'SUSPENDED'
  if (paused === (state.pausedSince !== null)) return state
  if (paused) return { ...state, pausedSince: now }
  return { ...state, pausedMs: state.pausedMs + runningPause(state, now), pausedSince: null }
}

/**
 * Restarts a running pause at `now` and adds its length so far to `pausedMs`. This is needed when a fixed limit is
 * stated during a freeze: "expires on Friday" must not mean Friday plus the time frozen before the statement. The
 * relative limit stays the same.
 */
export function restated(state: LicenseState, now: Millis): LicenseState {
  if (state.pausedSince === null || now <= state.pausedSince) return state
  return { ...state, pausedMs: state.pausedMs + runningPause(state, now), pausedSince: now }
}

/** Returns the part of the running pause that counts: the part after activation. */
function runningPause(clock: Clock, now: Millis): Millis {
  if (clock.pausedSince === null || clock.activatedAt === null) return 0
  return Math.max(0, now - Math.max(clock.pausedSince, clock.activatedAt))
}

function hasFixed(clock: Clock) {
  return clock.expirationMode === 'fixed' || clock.expirationMode === 'both'
}

function hasRelative(clock: Clock) {
  return clock.expirationMode === 'afterActivation' || clock.expirationMode === 'both'
}
