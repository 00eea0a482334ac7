import type { Code } from './codes.js'
import Refusal from './refusal.js'

const shared = new Map<string, Refusal>()

/**
 * Returns the refusal with the default message of its code. Each is created only once, because creating an error object
 * is a large part of the cost of a refused runtime call. `retryAfter` is in whole seconds and must come from a small
 * range.
 */
export function sharedRefusal(code: Code, retryAfter?: number): Refusal {
  const name = `${code} ${retryAfter ?? ''}`
  let refusal = shared.get(name)
  if (!refusal) shared.set(name, (refusal = Object.freeze(new Refusal(code, { retryAfter }))))
  return refusal
}
