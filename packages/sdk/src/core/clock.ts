/** The time source of the SDK. Tests bring their own. */
export type Clock = {
  /** Unix milliseconds, by the system clock, which users can change. */
  now(): number
  /** Milliseconds by a monotonic clock. */
  elapsed(): number
  /** Resolves after `ms` milliseconds. @throws the reason of the signal once it aborts */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error)
      const abort = () => {
        clearTimeout(timer)
        reject(signal!.reason as Error)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }, ms)
      signal?.addEventListener('abort', abort, { once: true })
    }),
}
