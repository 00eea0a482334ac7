const FIRST_SIZE = 4096

/** Few large steps: what a table leaves behind when it grows is little beside what it has become. */
const GROWTH = 8

/**
 * The keys of a file with the line of their first record, by a hash of 64 bits: a million of them take 24 MiB
 * whatever their length, and the chance that two of those share a hash is about one in thirty million.
 */
export class KeyIndex {
  #size = FIRST_SIZE
  #count = 0
  #high = new Uint32Array(FIRST_SIZE)
  #low = new Uint32Array(FIRST_SIZE)
  /** 0 where a slot is free: lines begin at 1. */
  #lines = new Uint32Array(FIRST_SIZE)

  /** The line on which a key stood before; null when it is new, and then it stands on this one. */
  firstLine(key: string, line: number): number | null {
    if (this.#count * 4 >= this.#size * 3) this.#grow()
    const [high, low] = hash(key)
    const slot = this.#slot(high, low)
    if (this.#lines[slot] !== 0) return this.#lines[slot]
    this.#put(slot, high, low, line)
    this.#count++
    return null
  }

  /** The slot of a hash, or the free one that it would take. */
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

/** Two lanes of multiplying and mixing, with the finish of MurmurHash 3 so that near keys lie far apart. */
function hash(key: string): [high: number, low: number] {
  let one = 0xdeadbeef
  let two = 0x41c6ce57
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at)
    one = Math.imul(one ^ code, 0x9e3779b1)
    two = Math.imul(two ^ code, 0x5f356495)
    one ^= one >>> 15
    two ^= two >>> 13
  }
  return [mixed(one), mixed(two)]
}

function mixed(value: number): number {
  let result = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  result = Math.imul(result ^ (result >>> 13), 0xc2b2ae35)
  return (result ^ (result >>> 16)) >>> 0
}
