import db from '@adonisjs/lucid/services/db'
import { firstRow } from '#kernel/database/sql'
import type { AccessToken } from '#kernel/secrets/tokens'
import { plainEmail } from '#kernel/text/email'
import type { Millis } from '#kernel/time/millis'

/** The fields of a user that every signed-in request needs. */
export type SignedInUser = {
  id: string
  email: string
  emailVerified: boolean
  platformAdmin: boolean
  firstName: string | null
  lastName: string | null
  newsletterSubscribed: boolean
  totpEnabled: boolean
  activeOrgId: string | null
  createdAt: Date
}

/** The columns of a user with the names of `SignedInUser`. */
export const USER_COLUMNS = `id, email, email_verified_at is not null as "emailVerified", platform_admin as "platformAdmin",
  first_name as "firstName", last_name as "lastName", newsletter_subscribed as "newsletterSubscribed",
  totp_secret is not null as "totpEnabled", active_org_id as "activeOrgId", created_at as "createdAt"`

/** Finds users by id, access token or address. Only `byEmail` returns disabled users. */
export default class FindUser {
  byId(id: string): Promise<SignedInUser | null> {
    return firstRow(
      db.connection(),
      `select ${USER_COLUMNS} from users where id = ? and disabled_at is null`,
      [id]
    )
  }

  /**
   * The user of an access token. Null if the password was changed since, if the user is disabled, or if the sign-in
   * through SSO of the token has ended at `now`. The clock of the service decides, because it dated the sign-in.
   */
  ofToken(
    { subject, generation, sessionId, orgId }: AccessToken,
    now: Millis = Date.now()
  ): Promise<SignedInUser | null> {
    return firstRow(
      db.connection(),
      `select ${USER_COLUMNS} from users where id = ? and token_generation = ? and disabled_at is null
         and (?::uuid is null or exists (select 1 from refresh_sessions s where s.family_id = ?::uuid
           and s.user_id = users.id and s.sso_org_id = ?::uuid and s.revoked_at is null and s.ends_at > ?))`,
      [subject, generation, orgId, sessionId, orgId, new Date(now)]
    )
  }

  byEmail(email: string): Promise<SignedInUser | null> {
    return firstRow(db.connection(), `select ${USER_COLUMNS} from users where email = ?`, [plainEmail(email)])
  }
}
