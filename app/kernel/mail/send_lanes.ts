/**
 * The lanes in which a worker sends mails. A mail that its server is slow to confirm leaves its lane to others before it
 * is sent.
 */
export class SendLanes {
  #taken = 0
  #isMissed = false

  constructor(protected lanes: number) {}

  get hasFree() {
    return this.#taken < this.lanes
  }

  /** Takes a lane; returns null if all are taken. */
  enter(): SendLane | null {
    if (this.#taken === this.lanes) {
      this.#isMissed = true
      return null
    }
    this.#taken++
    return new SendLane(() => this.#leave())
  }

  #leave(): boolean {
    this.#taken--
    const isMissed = this.#isMissed
    this.#isMissed = false
    return isMissed
  }
}

/** A lane that was taken. */
export class SendLane {
  isLeft = false

  constructor(protected free: () => boolean) {}

  /** Leaves the lane, once. Returns true if somebody found no lane meanwhile, and has to be called again. */
  leave(): boolean {
    if (this.isLeft) return false
    this.isLeft = true
    return this.free()
  }
}
