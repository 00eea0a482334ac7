/** A secret of 64 bits. Without knowing it, a client cannot choose texts that share a hash. */
export type HashKey = readonly [one: number, two: number]

/**
 * HalfSipHash-2-4 with 64 bits of output (Aumasson and Bernstein) over the UTF-16 code units of a text, low byte
 * first. It is for hash tables of untrusted input: a hash without a secret lets clients fill a table with texts that
 * all collide.
 */
export function halfSipHash(text: string, [k0, k1]: HashKey): [high: number, low: number] {
  const last = text.length >> 1
  const tail = (text.length & 1) === 0 ? 0 : text.charCodeAt(text.length - 1)
  let v0 = k0
  let v1 = k1 ^ 0xee
  let v2 = 0x6c796765 ^ k0
  let v3 = 0x74656462 ^ k1
  let low = 0
  // One loop, so that the code of a round exists once and its variables stay in registers.
  for (let block = 0; block <= last + 2; block++) {
    let word = 0
    if (block < last) word = text.charCodeAt(2 * block) | (text.charCodeAt(2 * block + 1) << 16)
    else if (block === last) word = ((text.length * 2) << 24) | tail
    else if (block === last + 1) v2 ^= 0xee
    else {
      low = (v1 ^ v3) >>> 0
      v1 ^= 0xdd
    }
    v3 ^= word
    for (let rounds = block > last ? 4 : 2; rounds > 0; rounds--) {
      v0 = (v0 + v1) | 0
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0
      v0 = (v0 << 16) | (v0 >>> 16)
      v2 = (v2 + v3) | 0
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2
      v0 = (v0 + v3) | 0
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0
      v2 = (v2 + v1) | 0
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2
      v2 = (v2 << 16) | (v2 >>> 16)
    }
    v0 ^= word
  }
  return [(v1 ^ v3) >>> 0, low]
}
