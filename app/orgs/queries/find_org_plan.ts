import db from '@adonisjs/lucid/services/db'
import type { Plan } from '#config/settings/plans'
import { planOf } from '#accounts/credentials/owner_plan'
import { firstRow } from '#kernel/database/sql'
import Refusal from '#kernel/refusals/refusal'
import type { Scope } from '#kernel/audit/scope'

/** The plan of an org, which is the plan of its owner (interface#buckets-by-credential). */
export default class FindOrgPlan {
  /** @throws Refusal ORG_NOT_FOUND if the org was deleted in the meantime. */
  async execute({ orgId }: Pick<Scope, 'orgId'>): Promise<Plan> {
    const sql = `select ${planOf('o.id')} as plan from orgs o where o.id = ?`
    const row = await firstRow<{ plan: Plan }>(db.connection(), sql, [orgId])
    if (!row) throw new Refusal('ORG_NOT_FOUND')
    return row.plan
  }
}
