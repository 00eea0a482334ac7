import type { Clock } from './clock.js'

/**
 * How long a stream may be silent before it counts as dead; the service sends something every 15 seconds.
 * Milliseconds.
 */
const SILENCE = 40_000

/** Aborts a stream that has fallen silent: call `feed` for everything that arrives, and `end` after the stream. */
export function watchSilence(clock: Clock, leaving: AbortController) {
  let over = new AbortController()
  const feed = () => {
    over.abort()
    over = new AbortController()
    clock.sleep(SILENCE, over.signal).then(
      () => leaving.abort(),
      () => {}
    )
  }
  feed()
  return { feed, end: () => over.abort() }
}
