/**
 * Runs only a few pieces of expensive work at a time; the others wait in order of arrival. No owner may have more than
 * `share` pieces in the gate, so that one caller's flood does not block the others.
 */
export class Gate {
  #running = 0
  #waiting: (() => void)[] = []
  #held = new Map<string, number>()

  /**
   * `lanes`: how many pieces run at a time. `share`: how many pieces one owner may have here, running or waiting.
   * `full` creates the error for an owner who has reached this share.
   */
  constructor(
    protected lanes: number,
    protected share: number,
    protected full: () => Error
  ) {}

  /**
   * Runs `work` for `owner` when its turn comes.
   * @throws the error of `full` if the owner already has its full share; the errors of `work`.
   */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const held = this.#held.get(owner) ?? 0
    if (held >= this.share) throw this.full()
    this.#held.set(owner, held + 1)
    try {
      await this.#enter()
      return await work().finally(() => this.#leave())
    } finally {
      this.#release(owner)
    }
  }

  async #enter() {
    if (this.#running >= this.lanes) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
      return
    }
    this.#running++
  }

  /** Passes the lane to the longest waiter. */
  #leave() {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }

  #release(owner: string) {
    const left = this.#held.get(owner)! - 1
    if (left > 0) this.#held.set(owner, left)
    else this.#held.delete(owner)
  }
}
