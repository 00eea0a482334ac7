import { assigned, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'

export type ProfileChange = {
  firstName?: string | null
  lastName?: string | null
  newsletterSubscribed?: boolean
}

/**
 * PATCH /v1/dashboard/me/profile: changes the fields that are given (interface#41-session-and-user, contract#profile).
 */
export default class UpdateProfile {
  async execute(userId: string, change: ProfileChange, now = Date.now()) {
    const { sql, values } = assigned({
      first_name: change.firstName,
      last_name: change.lastName,
      newsletter_subscribed: change.newsletterSubscribed,
      updated_at: new Date(now),
    })
    await transaction((trx) => rows(trx, `update users set ${sql} where id = ?`, [...values, userId]))
  }
}
