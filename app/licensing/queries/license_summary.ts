import { listed } from '#licensing/store/column_sql'
import type { FieldsShown, LicenseFields } from '#licensing/store/columns'

/** A license as lists show it, and its owner for those who may see him (interface#21-license). */
export type LicenseSummary = Pick<LicenseFields, FieldsShown<'list'>> & { endUser: EndUserRef | null }

export type EndUserRef = { id: string; username: string | null; email: string | null }

/** The columns of a summary, from `licenses l left join end_users u`. */
export const SUMMARY_COLUMNS = [
  listed(),
  `case when u.id is null then null
     else jsonb_build_object('id', u.id, 'username', u.username, 'email', u.email) end as "endUser"`,
].join(', ')

export const SUMMARY_TABLES = 'licenses l left join end_users u on u.id = l.end_user_id'
