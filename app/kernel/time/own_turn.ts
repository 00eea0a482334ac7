import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * Resolves in a turn of the event loop that no other caller gets, after those who asked before. Long work that asks for
 * one between its slices lets other requests through, however many such works go on at a time.
 */
export function ownTurn(): Promise<unknown> {
  return (last = last.then(() => setImmediate()))
}
