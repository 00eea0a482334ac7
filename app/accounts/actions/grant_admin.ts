import { recordAccountAudit, SYSTEM } from '#kernel/audit/audit'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'

/**
 * Makes a user a platform admin, or revokes that right (contract#platform-admins).
 * @throws Refusal USER_NOT_FOUND
 */
export default class GrantAdmin {
  async execute(email: string, platformAdmin: boolean, now = Date.now()) {
    await transaction(async (trx) => {
      const user = await firstRow<{ id: string }>(
        trx,
        `update users set platform_admin = ?, updated_at = ? where email = ? returning id`,
        [platformAdmin, new Date(now), email.trim().toLowerCase()]
      )
      if (!user) throw new Refusal('USER_NOT_FOUND', { message: `No user has the address ${email}` })
      const change = platformAdmin ? 'platform_admin_granted' : 'platform_admin_revoked'
      await recordAccountAudit(trx, SYSTEM, user.id, change, now, {}, SYSTEM.actor)
    })
  }
}
