import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds between two looks, at first. */
export const OFTEN = 20

/**
 * Waits until a condition gives something, and fails with `what` when it takes too long. It looks every 20 ms, and after
 * a while less often, but at least every `seldom` ms: looks take processor time from what is waited for.
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
