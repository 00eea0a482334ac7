import { readNote, writeNote } from './cookies'
import { pause, randomKey } from './random'

/** How long a tab may hold the lease; one that was closed meanwhile holds nobody up for longer. Seconds. */
const LEASE = 10
const LOOK = 60

/** Does something while no other tab does: with the browser's locks, and over plain HTTP by a lease in a cookie. */
export async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = (navigator as { locks?: LockManager }).locks
  if (locks) return locks.request(`latchkey ${name}`, work)
  const note = `lease_${name}`
  const mine = randomKey()
  for (;;) {
    if (!readNote(note)) {
      writeNote(note, mine, LEASE)
      await pause(LOOK)
      if (readNote(note) === mine) break
    }
    await pause(LOOK)
  }
  try {
    return await work()
  } finally {
    writeNote(note, '', 0)
  }
}
