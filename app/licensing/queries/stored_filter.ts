import { parseTimestamp } from '#kernel/time/timestamps'
import type { LicenseFilter } from './license_filter.js'

const MOMENTS = ['createdAfter', 'createdBefore', 'expiresAfter', 'expiresBefore'] as const

/**
 * Returns a filter in the form that an operation stores and shows: only the given fields, with moments in UTC with
 * milliseconds (contract/01-changes#one-filter).
 */
export function storedFilter(filter: LicenseFilter): Record<string, unknown> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== null)
  const stored: Record<string, unknown> = Object.fromEntries(given)
  for (const name of MOMENTS) {
    if (name in stored) stored[name] = new Date(stored[name] as number).toISOString()
  }
  return stored
}

/**
 * Reads a stored filter. Older operations store moments as their callers wrote them.
 * @throws Error if a text is not a moment, because without that field the filter would match too many licenses.
 */
export function readStoredFilter(stored: Record<string, unknown>): LicenseFilter {
  const filter: LicenseFilter & Record<string, unknown> = { ...stored }
  for (const name of MOMENTS) {
    const text = stored[name]
    if (text === undefined || text === null) continue
    const at = parseTimestamp(text)
    if (at === null) throw new Error(`The stored filter holds a date that cannot be read: ${name}`)
    filter[name] = at
  }
  return filter
}
