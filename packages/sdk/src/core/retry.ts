import { retryClassOf } from '../codes.js'
import type { LatchkeyError } from '../errors.js'
import type { Clock } from './clock.js'

/** The outcome of one attempt. `asked` is the Retry-After of its response in seconds, or null. */
export type Outcome<Value> = { value: Value } | { error: LatchkeyError; asked: number | null }

export type Retries = {
  /** The maximum number of attempts per call. The one before the credential was renewed does not count. */
  attempts: number
  /** The longest single wait; if a longer one is needed, the error is thrown at once. Milliseconds. */
  longestWaitMs: number
  /** The maximum total wait of one call. Milliseconds. */
  patienceMs: number
}

/** The retry guidance of the service (interface#74-retry-guidance). */
export const RETRIES: Retries = { attempts: 5, longestWaitMs: 60_000, patienceMs: Infinity }

const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 60_000
/** Random extra wait for clients that were told to wait equally long. Milliseconds. */
const SPREAD = 250

/** The wait after this many attempts: exponential backoff, half of it random. Milliseconds. */
export function pauseAfter(tries: number, random: () => number): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tries - 1)) * (0.5 + random() / 2)
}

export type Repetition = Retries & {
  clock: Clock
  random: () => number
  signal?: AbortSignal
  /** Renews the credential; false if it cannot. */
  refresh?: () => Promise<boolean>
  /** Whether each attempt is signed anew. */
  resigns?: boolean
  /** Whether the request may be sent twice. If not, it is retried only after a refusal that came before any effect. */
  repeatable?: boolean
}

/**
 * Retries until there is a value or a retry is pointless. The code decides, not the status alone; Retry-After takes
 * precedence over the computed pause.
 * @throws LatchkeyError the last one
 */
export async function retried<Value>(
  attempt: () => Promise<Outcome<Value>>,
  repetition: Repetition
): Promise<Value> {
  const { attempts, longestWaitMs, clock, random, signal } = repetition
  let patience = repetition.patienceMs
  let refreshed = false
  for (let tries = 1; ; tries++) {
    const outcome = await attempt()
    if ('value' in outcome) return outcome.value
    const { error, asked } = outcome
    const retry = retryClassOf(error.code, error.status)
    if (retry === 'refresh' && !refreshed && (await repetition.refresh?.())) {
      refreshed = true
      // An expired token is no failure of the service, so it uses up no attempt of a caller that makes only one.
      tries--
      continue
    }
    if (tries >= attempts) throw error
    if (retry === 'resign' && repetition.resigns) continue
    if (retry !== 'wait' || (repetition.repeatable === false && error.status !== 429)) throw error
    const pause = asked === null ? pauseAfter(tries, random) : asked * 1000 + random() * SPREAD
    patience -= pause
    if (pause > longestWaitMs + SPREAD || patience < 0) throw error
    await clock.sleep(pause, signal)
  }
}
