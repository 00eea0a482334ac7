import type { View } from '#access/view'
import type { LicenseEvent } from '#licensing/queries/list_license_events'
import { LICENSE_COLUMNS, type Columns } from '#licensing/store/columns'
import { iso } from '#kernel/time/iso'

const COLUMNS: Columns = LICENSE_COLUMNS

/**
 * Returns a row of a timeline as answers show it (contract#timeline-and-deletion). Only readers who may see former
 * owners get these, and the ids of end users who made a change (interface#21-license).
 */
export function toLicenseEvent({ type, actor, reason, data, createdAt }: LicenseEvent, view: View) {
  const isHidden = actor.type === 'endUser' && !view.formerOwner
  return {
    type,
    actor: isHidden ? { ...actor, id: null } : actor,
    reason,
    data: shown(data, view),
    createdAt: iso(createdAt),
  }
}

function shown(
  { before, revision: _revision, ...data }: Record<string, unknown>,
  { formerOwner }: View
): Record<string, unknown> {
  if (typeof before !== 'object' || before === null) return data
  const fields = Object.entries(before)
    .filter(([field]) => !COLUMNS[field]?.internal && (formerOwner || field !== 'endUserId'))
    .map(([field, value]) => [field, isMoment(field) ? iso(value as number | null) : value])
  return { ...data, before: Object.fromEntries(fields) }
}

/** Returns whether the values of a field are moments; timelines store these in milliseconds. */
function isMoment(field: string): boolean {
  return COLUMNS[field]?.type === 'timestamptz'
}
