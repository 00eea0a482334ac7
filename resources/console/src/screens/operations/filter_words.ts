// With their endings, so that unit tests can import this file in Node.js.
import { dayBefore, dayOf, startOfDay } from '../../ui/days.js'
import { dateWords } from '../../ui/short_time.js'
import type { LicenseFilter } from '../licenses/filter.js'

type Names = {
  status: (status: string) => string
  product?: string
  tier?: string
  owner?: string
}
type Zone = 'local' | 'utc'

/** Puts a filter in words, with the labels of the list of licenses. */
export function filterWords(filter: LicenseFilter, names: Names, zone: Zone): string[] {
  const { status, frozen, productId, endUserId, tierId, feature, search, exceptIds } = filter
  const { createdAfter, createdBefore, expiresAfter, expiresBefore } = filter
  const words = [
    status && `Status: ${names.status(status)}`,
    frozen !== undefined && (frozen ? 'Frozen' : 'Not frozen'),
    productId && `Product: ${names.product ?? productId}`,
    tierId && `Tier: ${names.tier ?? tierId}`,
    feature && `Feature: ${feature}`,
    endUserId && `Owner: ${names.owner ?? endUserId}`,
    search && `Part of a license key: ${search}`,
    createdAfter && edge(createdAfter, dayOf(createdAfter, zone), 0, ['Created from', 'Created after'], zone),
    createdBefore && upTo(createdBefore, ['Created to', 'Created before'], zone),
    // The list has no field for it.
    expiresAfter && `Expires after ${dateWords(expiresAfter, zone, true)}`,
    expiresBefore && upTo(expiresBefore, ['Expires until', 'Expires before'], zone),
  ].filter((one) => typeof one === 'string')
  const all = words.length === 0 ? ['All licenses'] : words
  if (!exceptIds?.length) return all
  const count = exceptIds.length.toLocaleString('en')
  return [...all, `Except ${count} ${count === '1' ? 'license' : 'licenses'}`]
}

const upTo = (iso: string, labels: [day: string, moment: string], zone: Zone) =>
  edge(iso, dayBefore(iso, zone), 1, labels, zone)

/** Names the day that begins or ends at a moment, or the moment if that is within a day. */
function edge(
  iso: string,
  day: string | undefined,
  later: number,
  [ofDay, ofMoment]: [day: string, moment: string],
  zone: Zone
): string {
  if (!day || startOfDay(day, zone, later) !== iso) return `${ofMoment} ${dateWords(iso, zone, true)}`
  return `${ofDay} ${dateWords(`${day}T00:00:00.000Z`, 'utc')}`
}
