import db from '@adonisjs/lucid/services/db'
import { firstRow, millis, type SqlExecutor } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'

/** An end user as they see themselves (contract/09-end-users#94-the-end-user-himself-eu). */
export type EndUserProfile = {
  id: string
  email: string | null
  emailVerified: boolean
  username: string | null
  externalId: string | null
  firstName: string | null
  lastName: string | null
  locale: string | null
  marketingConsent: boolean
  hasPassword: boolean
  eraseAt: Millis | null
  createdAt: Millis
}

const COLUMNS = `id, email, email_verified_at is not null as "emailVerified", username, external_id as "externalId",
  first_name as "firstName", last_name as "lastName", locale, marketing_consent as "marketingConsent",
  password_hash is not null as "hasPassword", ${millis('erase_at', 'eraseAt')}, ${millis('created_at', 'createdAt')}`

/** Finds the profiles of end users. */
export default class FindEndUserProfile {
  /** Returns null if the org has no such end user. */
  byId(orgId: string, id: string, client: SqlExecutor = db.connection()): Promise<EndUserProfile | null> {
    return firstRow(client, `select ${COLUMNS} from end_users where org_id = ? and id = ?`, [orgId, id])
  }
}
