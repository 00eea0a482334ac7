import type { FullLicense } from '../../api/types'
import { withWord } from '../../ui/short_time'
import { counted } from '../../ui/time'
import { isExpiryPaused } from './expiry_pause'

const DAY = 86_400_000
/** Formats days with one decimal. */
const daysLeft = (days: number) => `${counted(Math.round(days * 10) / 10, 'day')} left`

/**
 * Describes in a sentence when a license expires. `readAt` is when it was read, in milliseconds: what was left then of an
 * expiry that is paused is still left.
 */
export function clockSentence(license: FullLicense, zone: 'local' | 'utc', readAt: number): string {
  const {
    effectiveExpiresAt,
    expirationMode,
    expiresAfterDays,
    expiresAt,
    frozen,
    frozenAt,
    frozenDaysRemaining,
  } = license
  const parts: string[] = []
  if (frozen && frozenAt) {
    parts.push(`Frozen ${withWord('since', frozenAt, zone)}`)
    if (frozenDaysRemaining !== null) parts.push(daysLeft(frozenDaysRemaining))
    return parts.join(', ')
  }
  if (effectiveExpiresAt && isExpiryPaused(license))
    return `Expiry paused, ${daysLeft(Math.max(0, Date.parse(effectiveExpiresAt) - readAt) / DAY)}`
  if (effectiveExpiresAt) {
    const past = Date.parse(effectiveExpiresAt) <= Date.now()
    return `${past ? 'Expired' : 'Expires'} ${withWord('on', effectiveExpiresAt, zone)}`
  }
  if (expirationMode === 'afterActivation' || expirationMode === 'both') {
    const latest = expiresAt ? `, ${withWord('on', expiresAt, zone)} at the latest` : ''
    return `Expires ${counted(expiresAfterDays ?? 0, 'day')} after first use${latest}`
  }
  return 'Never expires'
}
