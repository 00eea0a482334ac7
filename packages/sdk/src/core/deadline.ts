/** A signal that aborts with the caller's signal or after a timeout, whichever is first. */
export type Deadline = {
  signal: AbortSignal
  /** Whether the timeout has passed. */
  isOver: () => boolean
  /** Stops the timeout; the caller's signal still aborts. */
  stop: () => void
  /** Stops the timeout and detaches the caller's signal. */
  close: () => void
}

/**
 * The outcome of work that goes on for others, or that cannot be stopped, unless the signal aborts first.
 * @throws the reason of the signal
 */
export function awaited<Value>(work: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Starts a deadline of `ms` milliseconds; Infinity means no timeout. */
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
