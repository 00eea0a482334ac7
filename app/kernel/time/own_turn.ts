import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * Resolves in a turn of the event loop that no other caller shares, after all earlier callers. Long work that awaits
 * one between its slices lets other requests run, regardless of how many such works are in progress.
 */
export function ownTurn(): Promise<unknown> {
  return (last = last.then(() => setImmediate()))
}
