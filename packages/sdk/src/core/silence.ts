import type { Clock } from './clock.js'

/** A silence after which a stream is taken for dead: the service says something every 15 seconds. Milliseconds. */
const SILENCE = 40_000

/** Leaves a stream that has fallen silent: call `feed` for all that comes, and `end` after it. */
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
