import { OutageLog } from '#kernel/observe/outage_log'

/**
 * How long a loop pauses after an error, in milliseconds, so that it does not poll an unavailable store without pause.
 */
const AFTER_ERROR = 500

/**
 * Runs a step repeatedly in this process until it is stopped. The step returns the milliseconds to wait before the next
 * one; `wake` ends that wait. The loop continues after an error, and logs it as an outage.
 */
export default class Loop {
  #running: Promise<void> | null = null
  #stopped = true
  #woken = false
  #wakeUp: (() => void) | null = null
  #outage: OutageLog

  constructor(
    name: string,
    protected step: () => Promise<number>
  ) {
    this.#outage = new OutageLog('the steps succeed again', { loop: name })
  }

  get started() {
    return this.#running !== null
  }

  start() {
    if (this.#running) return
    this.#stopped = false
    this.#running = this.#run()
  }

  /** Resolves when the current step has ended. */
  async stop() {
    this.#stopped = true
    this.wake()
    await this.#running
    this.#running = null
  }

  wake() {
    this.#woken = true
    this.#wakeUp?.()
  }

  async #run() {
    while (!this.#stopped) {
      this.#woken = false
      let pause = AFTER_ERROR
      try {
        pause = await this.step()
        this.#outage.worked()
      } catch (error) {
        this.#outage.failed(error, 'a step failed and will be taken again')
      }
      if (pause > 0) await this.#rest(pause)
    }
  }

  async #rest(ms: number) {
    if (this.#woken || this.#stopped) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wakeUp = null
  }
}
