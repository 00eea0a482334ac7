type Entry<Value> = { value: Value; bytes: number }

/**
 * Keeps values in memory up to a number of bytes. If they take more, those that were kept first are forgotten. A value
 * that alone takes more is not kept: no merchant can fill the memory of the service.
 */
export class KeptBySize<Value> {
  readonly #kept = new Map<string, Entry<Value>>()
  #bytes = 0

  constructor(protected mostBytes: number) {}

  get(key: string): Value | undefined {
    return this.#kept.get(key)?.value
  }

  /** Keeps a value as the newest one; it replaces the one with its key. */
  set(key: string, value: Value, bytes: number) {
    this.forget(key)
    this.#kept.set(key, { value, bytes: 0 })
    this.grow(key, bytes)
  }

  /** Counts the bytes that a kept value has grown by, and forgets what no longer fits. */
  grow(key: string, bytes: number) {
    const grown = this.#kept.get(key)
    if (!grown) return
    grown.bytes += bytes
    this.#bytes += bytes
    if (grown.bytes > this.mostBytes) this.forget(key)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.mostBytes) break
      if (oldest !== key) this.forget(oldest)
    }
  }

  forget(key: string) {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0
    this.#kept.delete(key)
  }

  /** The kept values with their keys, the oldest first. They can be forgotten meanwhile. */
  *[Symbol.iterator](): Generator<[string, Value]> {
    for (const [key, { value }] of this.#kept) yield [key, value]
  }
}

/** About how many bytes a value takes in memory: two for each character of its JSON. */
export const bytesOf = (value: unknown) => JSON.stringify(value).length * 2
