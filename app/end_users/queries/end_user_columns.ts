import { millis } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'

/** An end user in a merchant's lists (contract/09-end-users#96-the-merchants-side). */
export type EndUser = {
  id: string
  username: string | null
  email: string | null
  emailVerified: boolean
  externalId: string | null
  firstName: string | null
  lastName: string | null
  locale: string | null
  metadata: Record<string, unknown>
  marketingConsent: boolean
  banned: boolean
  lastSeenAt: Millis | null
  createdAt: Millis
  updatedAt: Millis | null
}

/** The columns of an end user `u`, named as in `EndUser`. */
export const END_USER_COLUMNS = `u.id, u.username, u.email, u.email_verified_at is not null as "emailVerified",
  u.external_id as "externalId", u.first_name as "firstName", u.last_name as "lastName", u.locale, u.metadata,
  u.marketing_consent as "marketingConsent", u.banned_at is not null as banned,
  ${millis('u.last_seen_at', 'lastSeenAt')}, ${millis('u.created_at', 'createdAt')},
  ${millis('u.updated_at', 'updatedAt')}`
