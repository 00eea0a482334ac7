// With its ending, so that unit tests can import this file in Node.js.
import type { OwnLicense } from '../../api/types.js'

type Clock = Pick<OwnLicense, 'status' | 'frozen' | 'expirationMode' | 'effectiveExpiresAt'>

/**
 * Returns words about the expiry of a license, and the moment (ISO 8601) that belongs to them if there is one. Of a
 * revoked license there is nothing to say.
 */
export function expiryWords(license: Clock, now: number): [words: string, at?: string] | undefined {
  const { status, frozen, expirationMode, effectiveExpiresAt: at } = license
  if (status === 'REVOKED') return undefined
  if (frozen) return ['Expiry paused']
  if (!at) return [expirationMode === 'never' ? 'Never expires' : 'Starts with the first use']
  if (status === 'EXPIRED') return ['Expired', at]
  if (status !== 'SUSPENDED') return ['Valid until', at]
  // A suspension pauses the days from the first use, and no fixed date (contract#the-clock).
  if (expirationMode === 'fixed') return [Date.parse(at) <= now ? 'Expired' : 'Expires', at]
  return expirationMode === 'afterActivation' ? ['Expiry paused'] : undefined
}
