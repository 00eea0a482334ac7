import { parseJson } from '#kernel/json/json'

/** How many results are remembered; then it begins anew. */
const MOST = 1000

/**
 * Most licenses share one of few policies and tiers, so what a set of stored texts comes to is remembered. The texts
 * are read on every call: a change counts from its commit.
 */
export function remembered<Result>(
  make: (...parsed: unknown[]) => Result
): (...stored: (string | null)[]) => Result {
  const results = new Map<string, Result>()
  return (...stored) => {
    const key = stored.join('\n')
    let result = results.get(key)
    if (result === undefined) {
      result = make(...stored.map((text) => (text === null ? null : parseJson(text))))
      if (results.size >= MOST) results.clear()
      results.set(key, result)
    }
    return result
  }
}
