import { ring, ringKey } from '#kernel/secrets/app_key_ring'

/**
 * Runs `work` with these keys in place of APP_KEYS, newest first. This affects sealing and opening secrets in this
 * process. Access tokens and links keep using the keys of the run; to test those, start another server.
 */
export async function withKeys<T>(keys: string[], work: () => Promise<T>): Promise<T> {
  const before = ring.splice(0, ring.length, ...keys.map(ringKey))
  try {
    return await work()
  } finally {
    ring.splice(0, ring.length, ...before)
  }
}
