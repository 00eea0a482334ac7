import { isDeepStrictEqual } from 'node:util'

/** Returns whether two values that were read from JSON are the same, in whatever order their members are. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other)
}
