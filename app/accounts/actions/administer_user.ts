import { recordAccountAudit, type Origin } from '#kernel/audit/audit'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { observe } from '#kernel/observe/observe'
import Refusal from '#kernel/refusals/refusal'
import { dropBegunLinks } from './hand_over.js'
import { lockUser } from './lock_user.js'
import { revokeSessionsOf } from './revoke_sessions.js'

/**
 * Disables or enables a user. A disabled user cannot sign in, and every session, token and begun linking of the user
 * ends at once. The records that the user owns keep working. A value that the user already has changes nothing.
 * @throws Refusal USER_NOT_FOUND; CONFLICT for the last platform admin who is not disabled.
 */
export default class AdministerUser {
  async execute(userId: string, disabled: boolean, origin: Origin, now = Date.now()) {
    await transaction(async (trx) => {
      // Locks the admins first, in a fixed order. If two admins disable each other at the same time, the second one
      // finds that only one admin is left.
      const admins = await rows<{ id: string }>(
        trx,
        `select id from users where platform_admin and disabled_at is null order by id for no key update`
      )
      const user = await lockUser(trx, userId)
      if (!user) throw new Refusal('USER_NOT_FOUND')
      if (user.disabled === disabled) return
      if (disabled && admins.length === 1 && admins[0].id === userId) {
        throw new Refusal('CONFLICT', {
          message: 'The last platform admin cannot be disabled: grant another one first',
        })
      }
      await rows(
        trx,
        `update users set disabled_at = ?, updated_at = ?, token_generation = token_generation + 1 where id = ?`,
        [disabled ? new Date(now) : null, new Date(now), userId]
      )
      await revokeSessionsOf(trx, userId, now)
      await rows(trx, `delete from login_challenges where user_id = ?`, [userId])
      await dropBegunLinks(trx, userId)
      const change = disabled ? 'disabled' : 'enabled'
      await recordAccountAudit(trx, origin, userId, change, now, {}, origin.actor)
    })
    observe('user_administered', { userId, byUserId: origin.actor.id, disabled })
  }
}
