import { ring, ringKey } from '#kernel/secrets/app_key_ring'

/**
 * Does something in this process as one that was started with these keys as APP_KEYS, newest first: with what is sealed
 * and opened. Access tokens and links go on with the keys of the run; a server of its own shows those.
 */
export async function withKeys<T>(keys: string[], work: () => Promise<T>): Promise<T> {
  const before = ring.splice(0, ring.length, ...keys.map(ringKey))
  try {
    return await work()
  } finally {
    ring.splice(0, ring.length, ...before)
  }
}
