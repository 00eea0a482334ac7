import { limits } from '#config/limits'

/**
 * Lowers limits until the end of a test: `using _ = lowered({ ipPerMinute: 3 })`. The service runs in the
 * process of the tests, so it sees the change at once.
 */
export function lowered(changes: Partial<typeof limits>): Disposable {
  const before = { ...limits }
  Object.assign(limits, changes)
  return { [Symbol.dispose]: () => void Object.assign(limits, before) }
}
