import type { FullLicense } from '../../api/types'
import { shortTime } from '../../ui/short_time'
import { counted } from '../../ui/time'

/** Describes in a sentence when a license expires. */
export function clockSentence(license: FullLicense, zone: 'local' | 'utc'): string {
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
    parts.push(`Frozen ${since(frozenAt, zone)}`)
    if (frozenDaysRemaining !== null)
      parts.push(`${counted(Math.round(frozenDaysRemaining * 10) / 10, 'day')} left`)
    return parts.join(', ')
  }
  if (effectiveExpiresAt) {
    const past = Date.parse(effectiveExpiresAt) <= Date.now()
    return `${past ? 'Expired' : 'Expires'} ${onOrIn(effectiveExpiresAt, zone)}`
  }
  if (expirationMode === 'afterActivation' || expirationMode === 'both') {
    const latest = expiresAt ? `, ${onOrIn(expiresAt, zone)} at the latest` : ''
    return `Expires ${counted(expiresAfterDays ?? 0, 'day')} after first use${latest}`
  }
  return 'Never expires'
}

const isDate = (text: string) => /^\d/.test(text)
const onOrIn = (iso: string, zone: 'local' | 'utc') => {
  const text = shortTime(iso, zone)
  return isDate(text) ? `on ${text}` : text
}
const since = (iso: string, zone: 'local' | 'utc') => {
  const text = shortTime(iso, zone)
  return isDate(text) ? `since ${text}` : text
}
