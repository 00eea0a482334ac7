import { MAX_TIMESTAMP } from '#kernel/time/timestamps'
import { DAY, type Millis } from '#kernel/time/millis'
import type { LicenseState } from './license.js'

/**
 * The expiry clock (contract#the-clock). Freezing pauses both limits and suspending the relative one; pauses that
 * overlap count once. All functions are pure; times are milliseconds since the epoch.
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
 * The fixed limit as it stands at `now`: while frozen it moves along with time. It counts from `pausedSince`,
 * which is the moment of the freeze until somebody states a new expiresAt during it (see `restated`): a frozen
 * license cannot have been suspended before, because only ACTIVE ones can be frozen. It moves no further than the last
 * moment that can be written: a date that means "never" stays one.
 */
export function fixedLimit(clock: Clock, now: Millis): Millis | null {
  if (clock.expiresAt === null || !hasFixed(clock)) return null
  if (clock.frozenAt === null) return clock.expiresAt
  return Math.min(clock.expiresAt + Math.max(0, now - (clock.pausedSince ?? clock.frozenAt)), MAX_TIMESTAMP)
}

/** The relative limit as it stands at `now`; null before activation, when it has not begun to count. */
export function relativeLimit(clock: Clock, now: Millis): Millis | null {
  if (clock.expiresAfterDays === null || clock.activatedAt === null || !hasRelative(clock)) return null
  const limit = clock.activatedAt + clock.expiresAfterDays * DAY + clock.pausedMs + runningPause(clock, now)
  return Math.min(limit, MAX_TIMESTAMP)
}

/** The earlier limit that applies, or null. While paused it is `now` plus what remains. */
export function effectiveExpiresAt(clock: Clock, now: Millis): Millis | null {
  const fixed = fixedLimit(clock, now)
  const relative = relativeLimit(clock, now)
  if (fixed !== null && relative !== null) return Math.min(fixed, relative)
  return fixed ?? relative
}

/** Which limit is past at `now`, the fixed one first; null while the license is good. */
export function expiredBy(clock: Clock, now: Millis): 'fixed' | 'relative' | null {
  const fixed = fixedLimit(clock, now)
  if (fixed !== null && fixed <= now) return 'fixed'
  const relative = relativeLimit(clock, now)
  return relative !== null && relative <= now ? 'relative' : null
}

/**
 * Days that are left to a frozen license, two decimals (contract#the-clock); null when it is not frozen or never
 * expires. Its clock stands, so this is the same at any moment of the freeze.
 */
export function frozenDaysRemaining(clock: Clock): number | null {
  if (clock.frozenAt === null) return null
  const standstill = Math.max(clock.frozenAt, clock.pausedSince ?? 0, clock.activatedAt ?? 0)
  const limit = effectiveExpiresAt(clock, standstill)
  return limit === null ? null : Math.max(0, Math.round(((limit - standstill) / DAY) * 100) / 100)
}

/**
 * When the sweep should look at a license: the moment its expiry passes if nothing else happens, null if
 * none can pass (contract#expired). Not a promise but a reminder: the sweep decides again.
 */
export function sweepAt(state: LicenseState): Millis | null {
  if (state.status !== 'ACTIVE' || state.frozenAt !== null) return null
  return effectiveExpiresAt(state, 0)
}

/** Records that the relative limit is paused or runs again from `now` on, as the flags now say. */
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
 * The state in which a running pause counts from `now` on, and what it amounted to so far is added up. A fixed
 * limit that is stated anew during a freeze needs this: "expires on Friday" must not mean Friday plus the time
 * frozen before it was said. The relative limit is the same before and after.
 */
export function restated(state: LicenseState, now: Millis): LicenseState {
  if (state.pausedSince === null || now <= state.pausedSince) return state
  return { ...state, pausedMs: state.pausedMs + runningPause(state, now), pausedSince: now }
}

/** The part of the running pause that counts: a pause before activation pauses nothing. */
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
