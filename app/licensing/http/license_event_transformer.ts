import type { View } from '#access/view'
import type { LicenseEvent } from '#licensing/queries/list_license_events'
import { LICENSE_COLUMNS, type Columns } from '#licensing/store/columns'
import { iso } from '#kernel/time/iso'

const COLUMNS: Columns = LICENSE_COLUMNS

/**
 * A row of a timeline (contract#timeline-and-deletion): former owners, and the ids of end users who did something,
 * only for those who may see owners (interface#21-license).
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

/** Whether the values of a field are moments, which timelines keep in milliseconds. */
function isMoment(field: string): boolean {
  return COLUMNS[field]?.type === 'timestamptz'
}
