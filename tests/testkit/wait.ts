import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds between two checks, at first. */
export const OFTEN = 20

/**
 * Waits until `look` returns a truthy value, and fails with `what` after `ms` milliseconds. It checks every 20 ms at
 * first and later less often, but at least every `seldom` ms, because checks take processor time from the work that
 * they wait for.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  ms = 20_000,
  seldom = 100
): Promise<T> {
  const start = Date.now()
  for (;;) {
    const seen = await look()
    if (seen) return seen
    const waited = Date.now() - start
    if (waited > ms) throw new Error(`Waited ${ms} ms in vain for: ${what}`)
    await delay(Math.min(Math.max(waited / 20, OFTEN), seldom))
  }
}
