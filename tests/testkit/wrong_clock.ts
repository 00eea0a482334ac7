import type { TestContext } from '@japa/runner/core'

/**
 * Sets the clock of this process wrong by `ms` milliseconds until the end of the test, or until `setRight` is called. The
 * stores keep theirs. `now` is the right time.
 */
export function wrongBy(ms: number, cleanup: TestContext['cleanup']) {
  const { now } = Date
  const setRight = () => void (Date.now = now)
  cleanup(setRight)
  Date.now = () => now() + ms
  return { now, setRight }
}
