import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Random bytes for the next ids. Getting them for one id at a time takes ten times as long as the rest of the id. */
const random = new Uint8Array(16 * 256)
let used = random.length

/** The time of the last id in milliseconds, and its place within that time. */
let msecs = 0
let seq = 0

/**
 * Returns a new UUID version 7. Its ids grow with time, which keeps indexes compact. Each id of a process is greater
 * than the previous ones, even within a millisecond, so lists in id order show the writes of one request in their
 * order. Never use one as a secret: it reveals when it was created.
 */
export function newId(): string {
  const bytes = nextRandom()
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    // Starts in the lower half of its 32 bits, so that it seldom overflows.
    seq = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) >>> 1
  } else if (++seq > 0xffffffff) {
    msecs++
    seq = 0
  }
  return v7({ random: bytes, msecs, seq })
}

function nextRandom(): Uint8Array {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  return random.subarray(used, (used += 16))
}
