import db from '@adonisjs/lucid/services/db'
import { firstRow } from '#kernel/database/sql'
import type { AccessToken } from '#kernel/secrets/tokens'

/** The facts about a user that every signed-in request needs. */
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

/** The columns of a user as `SignedInUser` names them. */
export const USER_COLUMNS = `id, email, email_verified_at is not null as "emailVerified", platform_admin as "platformAdmin",
  first_name as "firstName", last_name as "lastName", newsletter_subscribed as "newsletterSubscribed",
  totp_secret is not null as "totpEnabled", active_org_id as "activeOrgId", created_at as "createdAt"`

/** Users by id or address. */
export default class FindUser {
  byId(id: string): Promise<SignedInUser | null> {
    return firstRow(db.connection(), `select ${USER_COLUMNS} from users where id = ?`, [id])
  }

  /** The user of an access token; null if the password was changed since. */
  ofToken({ subject, generation }: AccessToken): Promise<SignedInUser | null> {
    return firstRow(
      db.connection(),
      `select ${USER_COLUMNS} from users where id = ? and token_generation = ?`,
      [subject, generation]
    )
  }

  byEmail(email: string): Promise<SignedInUser | null> {
    return firstRow(db.connection(), `select ${USER_COLUMNS} from users where email = ?`, [
      email.toLowerCase(),
    ])
  }
}
