import { readNote, writeNote } from './cookies'
import { pause, randomKey } from './random'

/** How long a tab may hold the lease. Seconds. A closed tab blocks the other tabs for no longer than this. */
const LEASE = 10
const LOOK = 60

/** Runs `work` while no other tab runs it. Uses the locks of the browser, or over plain HTTP a lease in a cookie. */
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
