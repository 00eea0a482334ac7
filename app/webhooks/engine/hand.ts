/**
 * The deliveries that a process holds, from their claim until their result is durable. It counts them per org, so
 * that hanging attempts of one org leave room for the others.
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

  /** How many deliveries the process holds for each org. */
  get held(): ReadonlyMap<string, number> {
    return this.#held
  }

  /**
   * Adds a claimed delivery. Returns false if the process already holds it: its lease expired before its result was
   * written, and it must not be attempted twice.
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
