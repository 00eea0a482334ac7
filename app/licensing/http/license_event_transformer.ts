import type { View } from '#access/view'
import type { LicenseEvent } from '#licensing/queries/list_license_events'
import { iso } from '#kernel/time/iso'

/** Fields whose values before a change are moments, kept in milliseconds. */
const MOMENTS = new Set(['expiresAt', 'activatedAt', 'frozenAt', 'suspendedAt'])

/** What only the clock's own bookkeeping needs. */
const INTERNAL = new Set(['pausedSince', 'pausedMs'])

/**
 * A row of a timeline (contract#timeline-and-deletion): former owners only for those who may see owners
 * (interface#21-license).
 */
export function toLicenseEvent({ type, actor, reason, data, createdAt }: LicenseEvent, view: View) {
  return { type, actor, reason, data: shown(data, view), createdAt: iso(createdAt) }
}

function shown({ before, revision: _revision, ...data }: Record<string, unknown>, { formerOwner }: View) {
  if (typeof before !== 'object' || before === null) return data
  const fields = Object.entries(before)
    .filter(([field]) => !INTERNAL.has(field) && (formerOwner || field !== 'endUserId'))
    .map(([field, value]) => [field, MOMENTS.has(field) ? iso(value as number | null) : value])
  return { ...data, before: Object.fromEntries(fields) }
}
