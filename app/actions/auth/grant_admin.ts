import { changedRows } from '#services/sql'
import { transaction } from '#services/unit_of_work'
import Refusal from '#exceptions/refusal'

/** Makes a user a platform admin, or takes that away (contract 1). Errors: USER_NOT_FOUND. */
export default class GrantAdmin {
  async execute(email: string, platformAdmin: boolean, now = Date.now()) {
    const changed = await transaction((trx) =>
      changedRows(trx, `update users set platform_admin = ?, updated_at = ? where email = ?`, [
        platformAdmin,
        new Date(now),
        email.trim().toLowerCase(),
      ])
    )
    if (changed === 0) throw new Refusal('USER_NOT_FOUND', { message: `No user has the address ${email}` })
  }
}
