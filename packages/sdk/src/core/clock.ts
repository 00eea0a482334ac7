/** How the SDK reads and waits for the time. Tests bring their own. */
export type Clock = {
  /** Unix milliseconds, by the clock that people can set. */
  now(): number
  /** Milliseconds by a clock that only goes forward. */
  elapsed(): number
  /** Resolves after so many milliseconds. @throws the reason of the signal once it aborts */
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
