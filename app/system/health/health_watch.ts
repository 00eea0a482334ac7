import { withTimeout } from '#kernel/time/with_timeout'

/** How often a process looks at its stores by itself, so that a failure is in the log although nobody asks. Milliseconds. */
const EVERY = 10_000

/** How long a process that stops waits for a look that is under way. Milliseconds. */
const PATIENCE = 5000

/**
 * Looks at the stores of this process now and then. A look opens connections, and one that ends after the stores were
 * closed would keep the process alive, so a stop waits for it and lets no other begin.
 */
export default class HealthWatch {
  #timer: NodeJS.Timeout | null = null
  #stopped = false
  #work: Promise<unknown> = Promise.resolve()

  constructor(protected look: () => Promise<unknown>) {}

  /** Does `first`, looks, and then looks again every ten seconds. @throws those of `first`. */
  async start(first: () => Promise<void>) {
    await this.#track(async () => {
      if (!this.#stopped) await first()
      if (!this.#stopped) await this.look()
    })
    if (this.#stopped) return
    this.#timer = setInterval(() => void this.#track(() => this.look()), EVERY).unref()
  }

  /** Resolves once nothing is under way any more. */
  async stop() {
    this.#stopped = true
    if (this.#timer) clearInterval(this.#timer)
    await withTimeout(this.#work, PATIENCE).catch(() => {})
  }

  #track(work: () => Promise<unknown>) {
    return (this.#work = work())
  }
}
