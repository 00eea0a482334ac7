/**
 * Starts the pieces of work of one owner one after the other; different owners do not wait for each other. A piece that
 * takes longer than `longest` milliseconds no longer delays the next one.
 */
export default class Turns {
  #last = new Map<string, Promise<void>>()

  constructor(protected longest: number) {}

  /** Resolves when it is this piece's turn, with a function that ends the turn. */
  async take(owner: string): Promise<() => void> {
    const before = this.#last.get(owner)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    this.#last.set(owner, ended)
    void ended.then(() => {
      if (this.#last.get(owner) === ended) this.#last.delete(owner)
    })
    await before
    const late = setTimeout(end, this.longest)
    late.unref()
    return () => {
      clearTimeout(late)
      end()
    }
  }
}
