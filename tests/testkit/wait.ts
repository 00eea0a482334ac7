import { setTimeout as delay } from 'node:timers/promises'

/** Waits until a condition gives something, looking often, and fails with `what` when it takes too long. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  ms = 20_000
): Promise<T> {
  const deadline = Date.now() + ms
  for (;;) {
    const seen = await look()
    if (seen) return seen
    if (Date.now() > deadline) throw new Error(`Waited ${ms} ms in vain for: ${what}`)
    await delay(20)
  }
}
