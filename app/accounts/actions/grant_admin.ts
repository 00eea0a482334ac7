import { recordAccountAudit, SYSTEM } from '#kernel/audit/audit'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import { plainEmail } from '#kernel/text/email'

/**
 * Makes a user a platform admin, or revokes that right (contract#platform-admins). Who has it already, or has it not,
 * stays so without a trace.
 * @throws Refusal USER_NOT_FOUND
 */
export default class GrantAdmin {
  async execute(email: string, platformAdmin: boolean, now = Date.now()) {
    await transaction(async (trx) => {
      const user = await firstRow<{ id: string; had: boolean }>(
        trx,
        `select id, platform_admin as had from users where email = ? for no key update`,
        [plainEmail(email)]
      )
      if (!user) throw new Refusal('USER_NOT_FOUND', { message: `No user has the address ${email}` })
      if (user.had === platformAdmin) return
      await rows(trx, `update users set platform_admin = ?, updated_at = ? where id = ?`, [
        platformAdmin,
        new Date(now),
        user.id,
      ])
      const change = platformAdmin ? 'platform_admin_granted' : 'platform_admin_revoked'
      await recordAccountAudit(trx, SYSTEM, user.id, change, now, {}, SYSTEM.actor)
    })
  }
}
