import type { Clock } from '../core/clock.js'
import { LatchkeyError } from '../errors.js'
import type { Allowed, Denied, KeepAlive } from './types.js'

type Keeping = {
  clock: Clock
  random: () => number
  /** Authorizes again with the id of a session. */
  ask: (sessionId: string, signal: AbortSignal) => Promise<Allowed | Denied>
  /** When an answer ends, by the monotonic clock. */
  endOf: (session: Allowed) => number
  /** The seconds to wait before the next call, for an answer that took the place of a refusal; 0 for any other. */
  waitOf: (session: Allowed) => number
}

/** The minimum pause: the service does not renew a session twice within a second. Milliseconds. */
const SHORTEST = 1100
/** How often a program that runs on its last answer checks whether the service is back. Milliseconds. */
const OFFLINE_PACE = 60_000

/**
 * Keeps a session alive by authorizing again after a third of its remaining time, so that two calls may fail before
 * it expires, and never before a `retryAfter` is over. A program that runs on its last answer does the same as long as
 * the service still holds its session. Returns a function that stops this and returns the latest session.
 */
export function keepSession(keeping: Keeping, session: Allowed, on: KeepAlive): () => Allowed {
  const { clock, random, ask, endOf, waitOf } = keeping
  const stopping = new AbortController()
  let current = session
  let ends = endOf(session)
  /** When the session ends that the service has promised last. */
  let held = session.offline ? -Infinity : ends
  const left = () => ends - clock.elapsed()
  // Spreads the calls of programs that started at the same time.
  const spread = () => 0.9 + random() / 10
  const pace = () => {
    const third = ((held - clock.elapsed()) / 3) * spread()
    if (!current.offline) return Math.max(SHORTEST, third)
    const wanted = third > 0 ? third : Infinity
    return Math.max(SHORTEST, Math.min(wanted, OFFLINE_PACE * spread(), left() + SHORTEST))
  }

  async function keep() {
    let failure: unknown
    let retryAfter = waitOf(session)
    for (;;) {
      // Timers may fire a little early (hence 10 ms more); once its time is over, a session is lost without another
      // call.
      const pause = Math.max(pace(), Math.min(retryAfter * 1000, left() + 10))
      await clock.sleep(pause, stopping.signal)
      if (failure && left() <= 0) return on.lost(failure)
      try {
        const answer = await ask(current.sessionId, stopping.signal)
        if (stopping.signal.aborted) return
        if (!answer.allow) return on.denied(answer)
        ;[current, ends, failure, retryAfter] = [answer, endOf(answer), undefined, waitOf(answer)]
        if (!answer.offline) held = ends
      } catch (error) {
        if (stopping.signal.aborted) return
        if (left() <= 0) return on.lost(error)
        failure = error
        retryAfter = (error instanceof LatchkeyError && error.retryAfter) || 0
      }
    }
  }

  void keep().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  return () => {
    stopping.abort()
    return current
  }
}
