import { parseJson } from '#kernel/json/json'

/** The most results that are cached; then the cache is cleared. */
const MOST = 1000

/**
 * Caches the results that `make` computes from stored JSON texts, because most licenses share one of few policies and
 * tiers. The texts are read on every call, so a change applies from its commit.
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
