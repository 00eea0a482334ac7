import type { Plan } from '#config/settings/plans'
import Refusal from '#kernel/refusals/refusal'
import { recordAccountAudit, SYSTEM } from '#kernel/audit/audit'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'

/**
 * Sets the plan of a user, which decides the limits of the API keys of every org that the user owns
 * (interface#buckets-by-credential). Processes read plans with the keys, so it applies everywhere within a second.
 *
 * @throws Refusal USER_NOT_FOUND.
 */
export default class SetPlan {
  async execute(email: string, plan: Plan, now = Date.now()) {
    await transaction(async (trx) => {
      const user = await firstRow<{ id: string }>(
        trx,
        `update users set plan = ?, updated_at = ? where email = ? returning id`,
        [plan, new Date(now), email.trim().toLowerCase()]
      )
      if (!user) throw new Refusal('USER_NOT_FOUND', { message: `No user has the address ${email}` })
      await recordAccountAudit(trx, SYSTEM, user.id, 'plan_set', now, { plan }, SYSTEM.actor)
    })
  }
}
