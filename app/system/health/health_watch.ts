import { withTimeout } from '#kernel/time/with_timeout'

/** How often a process checks its stores by itself, so that a failure is logged even if nothing asks. Milliseconds. */
const EVERY = 10_000

/** How long a stopping process waits for a check in progress. Milliseconds. */
const PATIENCE = 5000

/**
 * Checks the stores of this process at intervals. A check opens connections, and one that ends after the stores were
 * closed would keep the process alive, so `stop` waits for it and starts no other.
 */
export default class HealthWatch {
  #timer: NodeJS.Timeout | null = null
  #stopped = false
  #work: Promise<unknown> = Promise.resolve()

  constructor(protected look: () => Promise<unknown>) {}

  /**
   * Runs `first`, checks, and then checks again every ten seconds. @throws errors of `first` and of the first check.
   */
  async start(first: () => Promise<void>) {
    await this.#track(async () => {
      if (!this.#stopped) await first()
      if (!this.#stopped) await this.look()
    })
    if (this.#stopped) return
    this.#timer = setInterval(() => void this.#track(() => this.look()), EVERY).unref()
  }

  /** Resolves when no check is in progress, or after the deadline. */
  async stop() {
    this.#stopped = true
    if (this.#timer) clearInterval(this.#timer)
    await withTimeout(this.#work, PATIENCE).catch(() => {})
  }

  #track(work: () => Promise<unknown>) {
    return (this.#work = work())
  }
}
