// With its ending, so that unit tests can import this file in Node.js.
import type { FullLicense, ListedLicense } from '../../api/types.js'

type Clock = Pick<
  FullLicense | ListedLicense,
  'status' | 'frozen' | 'expirationMode' | 'expiresAt' | 'effectiveExpiresAt'
>

/**
 * Returns true if the expiry of a license moves on with time, because what remains until then is paused
 * (contract#the-clock). A suspension does not pause a fixed date.
 */
export function isExpiryPaused(license: Clock): boolean {
  const { status, frozen, expirationMode, expiresAt, effectiveExpiresAt } = license
  if (!effectiveExpiresAt) return false
  return frozen || (status === 'SUSPENDED' && expirationMode !== 'fixed' && effectiveExpiresAt !== expiresAt)
}
