import { listed, selected } from '#licensing/store/column_sql'
import type { FieldsShown, LicenseFields } from '#licensing/store/columns'

/** A license as lists show it, with its owner for readers who may see owners (interface#21-license). */
export type LicenseSummary = Pick<LicenseFields, FieldsShown<'list'>> & { endUser: EndUserRef | null }

type ClockFields = Pick<LicenseFields, 'expirationMode' | 'frozenAt' | 'pausedSince' | 'pausedMs'>

/** A license of a list, with the clock if the request includes it. */
export type ListedLicense = LicenseSummary & Partial<ClockFields>

/** Returns whether the row includes the clock. */
export function hasClock(row: ListedLicense): row is LicenseSummary & ClockFields {
  return row.expirationMode !== undefined
}

export type EndUserRef = { id: string; username: string | null; email: string | null }

/** The columns of a summary, from `licenses l left join end_users u`. */
export const SUMMARY_COLUMNS = [
  listed(),
  `case when u.id is null then null
     else jsonb_build_object('id', u.id, 'username', u.username, 'email', u.email) end as "endUser"`,
].join(', ')

/** The columns of the clock that are not part of a summary. */
export const CLOCK_COLUMNS = selected(
  ['expirationMode', 'frozenAt', 'pausedSince', 'pausedMs'] satisfies (keyof ClockFields)[],
  'l.'
)

export const SUMMARY_TABLES = 'licenses l left join end_users u on u.id = l.end_user_id'
