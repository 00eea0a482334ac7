/** A signal that aborts with the caller's or after a time, whichever is first. */
export type Deadline = {
  signal: AbortSignal
  /** Whether the time was over. */
  isOver: () => boolean
  /** Stops the clock; the caller's signal goes on aborting. */
  stop: () => void
  /** Lets go of the caller's signal too. */
  close: () => void
}

/** Starts a deadline of so many milliseconds; Infinity is none. */
export function deadline(ms: number, signal?: AbortSignal): Deadline {
  const controller = new AbortController()
  let over = false
  const follow = () => controller.abort(signal?.reason)
  const expire = () => {
    over = true
    controller.abort(new Error(`No answer within ${ms} ms`))
  }
  const timer = ms === Infinity ? undefined : setTimeout(expire, ms)
  if (signal?.aborted) follow()
  signal?.addEventListener('abort', follow, { once: true })
  const stop = () => clearTimeout(timer)
  return {
    signal: controller.signal,
    isOver: () => over,
    stop,
    close: () => {
      stop()
      signal?.removeEventListener('abort', follow)
    },
  }
}
