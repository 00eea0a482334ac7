import { retryClassOf } from '../codes.js'
import type { LatchkeyError } from '../errors.js'
import type { Clock } from './clock.js'

/** What one try came to. `asked` is the Retry-After of its answer in seconds, null where there was none. */
export type Outcome<Value> = { value: Value } | { error: LatchkeyError; asked: number | null }

export type Retries = {
  /** The most tries of one call. */
  attempts: number
  /** A longer wait than this is not waited for: the error comes at once. Milliseconds. */
  longestWaitMs: number
  /** The most that one call waits in all its pauses. Milliseconds. */
  patienceMs: number
}

/** The retry guidance of the service (interface#74-retry-guidance). */
export const RETRIES: Retries = { attempts: 5, longestWaitMs: 60_000, patienceMs: Infinity }

const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 60_000
/** How far apart clients come back that were asked to wait equally long. Milliseconds. */
const SPREAD = 250

/** Milliseconds to wait after so many tries: doubling, with half of it left to chance. */
export function pauseAfter(tries: number, random: () => number): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tries - 1)) * (0.5 + random() / 2)
}

export type Repetition = Retries & {
  clock: Clock
  random: () => number
  signal?: AbortSignal
  /** Renews the credential; false where it cannot. */
  refresh?: () => Promise<boolean>
  /** Whether each try is signed anew. */
  resigns?: boolean
  /** Whether the service may get the request twice. If not, only a refusal that came before any effect is retried. */
  repeatable?: boolean
}

/**
 * Tries until there is a value or trying again is pointless. The code decides, never the status alone; Retry-After goes
 * before the pauses of its own.
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
    if (tries >= attempts) throw error
    const retry = retryClassOf(error.code, error.status)
    if (retry === 'resign' && repetition.resigns) continue
    if (retry === 'refresh' && !refreshed && (await repetition.refresh?.())) {
      refreshed = true
      continue
    }
    if (retry !== 'wait' || (repetition.repeatable === false && error.status !== 429)) throw error
    const pause = asked === null ? pauseAfter(tries, random) : asked * 1000 + random() * SPREAD
    patience -= pause
    if (pause > longestWaitMs + SPREAD || patience < 0) throw error
    await clock.sleep(pause, signal)
  }
}
