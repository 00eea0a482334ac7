import type { ListedLicense } from '../../api/types'
import { counted, Time } from '../../ui/time'
import { isExpiryPaused } from './expiry_pause'

/** Shows when a license expires, in few words. */
export function End({ license }: { license: ListedLicense }) {
  const { effectiveExpiresAt, expiresAfterDays, expirationMode } = license
  if (isExpiryPaused(license)) return <span className="quiet">Paused</span>
  if (effectiveExpiresAt) return <Time at={effectiveExpiresAt} />
  if (expirationMode === 'afterActivation')
    return <span className="quiet">{counted(expiresAfterDays ?? 0, 'day')} after first use</span>
  return <span className="faint">Never</span>
}
