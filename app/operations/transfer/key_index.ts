import { halfSipHash, type HashKey } from './half_siphash.js'

const FIRST_SIZE = 4096

/** The table grows in few large steps, so the discarded smaller tables take little memory compared to the new one. */
const GROWTH = 8

/**
 * The keys of a file with the lines of their first records, in a table by 64-bit hash. A million keys take 24 MiB
 * whatever their length, and the probability that two of them share a hash is about one in thirty million. The hash
 * uses a secret per upload, so a client cannot craft a file whose keys collide in the table.
 */
export class KeyIndex {
  #size = FIRST_SIZE
  #count = 0
  #high = new Uint32Array(FIRST_SIZE)
  #low = new Uint32Array(FIRST_SIZE)
  /** 0 in a free slot, because lines begin at 1. */
  #lines = new Uint32Array(FIRST_SIZE)

  constructor(protected secret: HashKey) {}

  /** The first line of a key that was seen before; null if the key is new, and then this line is stored for it. */
  firstLine(key: string, line: number): number | null {
    if (this.#count * 4 >= this.#size * 3) this.#grow()
    const [high, low] = halfSipHash(key, this.secret)
    const slot = this.#slot(high, low)
    if (this.#lines[slot] !== 0) return this.#lines[slot]
    this.#put(slot, high, low, line)
    this.#count++
    return null
  }

  /** The slot of a hash, or the free slot that it would take. */
  #slot(high: number, low: number): number {
    const mask = this.#size - 1
    let slot = low & mask
    while (this.#lines[slot] !== 0 && (this.#low[slot] !== low || this.#high[slot] !== high)) {
      slot = (slot + 1) & mask
    }
    return slot
  }

  #put(slot: number, high: number, low: number, line: number) {
    this.#high[slot] = high
    this.#low[slot] = low
    this.#lines[slot] = line
  }

  #grow() {
    const [high, low, lines] = [this.#high, this.#low, this.#lines]
    this.#size *= GROWTH
    this.#high = new Uint32Array(this.#size)
    this.#low = new Uint32Array(this.#size)
    this.#lines = new Uint32Array(this.#size)
    for (let at = 0; at < lines.length; at++) {
      if (lines[at] !== 0) this.#put(this.#slot(high[at], low[at]), high[at], low[at], lines[at])
    }
  }
}
