import type { Plan } from '#config/settings/plans'
import Refusal from '#kernel/refusals/refusal'
import { recordAccountAudit, SYSTEM, type Origin } from '#kernel/audit/audit'
import { changedRows, firstRow } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { plainEmail } from '#kernel/text/email'

/**
 * Sets the plan of a user, which decides the limits of the API keys of every org that the user owns
 * (interface#buckets-by-credential). Processes read plans with the keys, so it applies everywhere within a second. A plan
 * that the user already has changes nothing.
 *
 * @throws Refusal USER_NOT_FOUND.
 */
export default class SetPlan {
  async execute(email: string, plan: Plan, now = Date.now()) {
    await transaction(async (trx) => {
      const user = await firstRow<{ id: string }>(trx, `select id from users where email = ?`, [
        plainEmail(email),
      ])
      if (!user) throw new Refusal('USER_NOT_FOUND', { message: `No user has the address ${email}` })
      await this.executeIn(trx, user.id, plan, SYSTEM, now)
    })
  }

  /** Like `execute`, for a known user id, inside the caller's transaction. */
  async executeIn(trx: Trx, userId: string, plan: Plan, origin: Origin, now: number) {
    const sql = `update users set plan = ?, updated_at = ? where id = ? and plan is distinct from ?`
    if ((await changedRows(trx, sql, [plan, new Date(now), userId, plan])) === 0) return
    await recordAccountAudit(trx, origin, userId, 'plan_set', now, { plan }, origin.actor)
  }
}
