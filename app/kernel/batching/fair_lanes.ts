export type FairLanesOptions = {
  /** How many pieces of work run at a time. */
  lanes: number
  /** How many of them may be of one owner. */
  own: number
  /** Milliseconds that a piece waits for its lane. */
  patience: number
  /** Creates the error for a piece that has waited so long. */
  late: () => Error
}

/**
 * Runs only a few pieces of slow work at a time, and only a part of them for one owner. A lane that becomes free goes to
 * the waiting owner with the fewest running pieces, so one caller's flood makes only that caller wait. `Gate` refuses
 * what an owner has too much of instead.
 */
export class FairLanes {
  #running = new Map<string, number>()
  #free: number
  /** For each owner the pieces that wait, in order of arrival. */
  #waiting = new Map<string, Set<() => void>>()

  constructor(protected options: FairLanesOptions) {
    this.#free = options.lanes
  }

  /**
   * Runs `work` for `owner` when its turn comes.
   * @throws the error of `late`; the errors of `work`
   */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.#mayRun(owner)) this.#begin(owner)
    else await this.#turn(owner)
    try {
      return await work()
    } finally {
      this.#leave(owner)
    }
  }

  #mayRun(owner: string) {
    return this.#free > 0 && this.#of(owner) < this.options.own
  }

  #of(owner: string) {
    return this.#running.get(owner) ?? 0
  }

  #begin(owner: string) {
    this.#free--
    this.#running.set(owner, this.#of(owner) + 1)
  }

  /** Resolves when a piece of `owner` has been given a lane. */
  async #turn(owner: string) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const line = this.#waiting.get(owner) ?? new Set()
    this.#waiting.set(owner, line.add(resolve))
    const timer = setTimeout(() => {
      this.#remove(owner, resolve)
      reject(this.options.late())
    }, this.options.patience)
    await promise.finally(() => clearTimeout(timer))
  }

  #remove(owner: string, piece: () => void) {
    const line = this.#waiting.get(owner)
    line?.delete(piece)
    if (line?.size === 0) this.#waiting.delete(owner)
  }

  #leave(owner: string) {
    this.#free++
    const left = this.#of(owner) - 1
    if (left > 0) this.#running.set(owner, left)
    else this.#running.delete(owner)
    this.#giveLane()
  }

  #giveLane() {
    let next: string | undefined
    for (const owner of this.#waiting.keys()) {
      if (this.#mayRun(owner) && (next === undefined || this.#of(owner) < this.#of(next))) next = owner
    }
    if (next === undefined) return
    const [piece] = this.#waiting.get(next)!
    this.#remove(next, piece)
    this.#begin(next)
    piece()
  }
}
