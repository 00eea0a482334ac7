/**
 * The deliveries that a process has in hand: from their claim until their result is durable. It knows whose they
 * are, so that the attempts of one org that hang leave room for the others.
 */
export default class Hand {
  #orgs = new Map<string, string>()
  #held = new Map<string, number>()

  constructor(protected capacity: number) {}

  get size() {
    return this.#orgs.size
  }

  /** How many more may be claimed. */
  get room() {
    return Math.max(0, this.capacity - this.#orgs.size)
  }

  /** How many are in hand of each org. */
  get held(): ReadonlyMap<string, number> {
    return this.#held
  }

  /**
   * Takes a delivery that was claimed. False when it is in hand already: its lease ran out before its result
   * could be written, and it must not be attempted twice.
   */
  take(deliveryId: string, orgId: string): boolean {
    if (this.#orgs.has(deliveryId)) return false
    this.#orgs.set(deliveryId, orgId)
    this.#held.set(orgId, (this.#held.get(orgId) ?? 0) + 1)
    return true
  }

  drop(deliveryId: string) {
    const orgId = this.#orgs.get(deliveryId)
    if (orgId === undefined) return
    this.#orgs.delete(deliveryId)
    const left = this.#held.get(orgId)! - 1
    if (left > 0) this.#held.set(orgId, left)
    else this.#held.delete(orgId)
  }
}
