import type { Millis } from '#kernel/time/millis'
import type { LicenseStatus } from '#licensing/rules/license'
import { millis } from '#kernel/database/sql'

/** A license as lists show it, and its owner for those who may see him (interface#21-license). */
export type LicenseSummary = {
  id: string
  key: string
  productId: string
  status: LicenseStatus
  expiresAt: Millis | null
  expiresAfterDays: number | null
  activatedAt: Millis | null
  createdAt: Millis
  endUser: EndUserRef | null
}

export type EndUserRef = { id: string; username: string | null; email: string | null }

/** The columns of a summary, from `licenses l left join end_users u`. */
export const SUMMARY_COLUMNS = [
  'l.id',
  'l.key',
  'l.product_id as "productId"',
  'l.status',
  millis('l.expires_at', 'expiresAt'),
  'l.expires_after_days as "expiresAfterDays"',
  millis('l.activated_at', 'activatedAt'),
  millis('l.created_at', 'createdAt'),
  `case when u.id is null then null
     else jsonb_build_object('id', u.id, 'username', u.username, 'email', u.email) end as "endUser"`,
].join(', ')

export const SUMMARY_TABLES = 'licenses l left join end_users u on u.id = l.end_user_id'
