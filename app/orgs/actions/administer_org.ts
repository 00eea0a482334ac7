import { inject } from '@adonisjs/core'
import SetPlan from '#accounts/actions/set_plan'
import { forgetApiKeys } from '#accounts/credentials/api_keys'
import { ownerOf } from '#accounts/credentials/owner_plan'
import type { Plan } from '#config/settings/plans'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { observe } from '#kernel/observe/observe'
import Refusal from '#kernel/refusals/refusal'

export type OrgAdministration = { plan?: Plan; suspended?: boolean }

type Locked = { id: string; suspended: boolean; ownerId: string | null }

/**
 * Changes an org for a platform admin: its plan, and whether it is suspended. The plan is that of the owner, so it
 * applies to all orgs of the owner. Authorize reads the suspended flag with each license; for API keys, each process
 * reads the flag again within a second. A value that the org already has changes nothing.
 * @throws Refusal ORG_NOT_FOUND; CONFLICT if the plan of an org without an owner is to change.
 */
@inject()
export default class AdministerOrg {
  constructor(protected setPlan: SetPlan) {}

  async execute(orgId: string, { plan, suspended }: OrgAdministration, origin: Origin, now = Date.now()) {
    await transaction(async (trx) => {
      const org = await firstRow<Locked>(
        trx,
        `select o.id, o.suspended_at is not null as suspended, ${ownerOf('o.id')} as "ownerId"
         from orgs o where o.id = ? for no key update`,
        [orgId]
      )
      if (!org) throw new Refusal('ORG_NOT_FOUND')
      if (suspended !== undefined && suspended !== org.suspended) {
        await this.#suspend(trx, orgId, suspended, origin, now)
      }
      if (plan === undefined) return
      if (!org.ownerId)
        throw new Refusal('CONFLICT', {
          message: 'This org has no OWNER, and the plan of an org is the plan of its OWNER',
        })
      await this.setPlan.executeIn(trx, org.ownerId, plan, origin, now)
    })
    forgetApiKeys()
    observe('org_administered', { orgId, byUserId: origin.actor.id, plan, suspended })
  }

  async #suspend(trx: Trx, orgId: string, suspended: boolean, origin: Origin, now: number) {
    const sql = `update orgs set suspended_at = ?, updated_at = ? where id = ?`
    await rows(trx, sql, [suspended ? new Date(now) : null, new Date(now), orgId])
    const action = suspended ? 'org.suspended' : 'org.unsuspended'
    await recordAudit(trx, origin, { orgId, action, subject: orgId }, now)
  }
}
