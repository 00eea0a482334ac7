import type { Membership } from '#orgs/queries/memberships'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { newId } from '#kernel/secrets/ids'
import { assertRoom } from '#kernel/limits/quotas'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'

/**
 * Creates an org with the caller as its OWNER (contract#orgs-members-invites).
 * @throws Refusal LIMIT_REACHED if the user owns as many orgs as the setting ORGS_PER_USER allows.
 */
export default class CreateOrg {
  async execute(userId: string, name: string, origin: Origin, now = Date.now()): Promise<Membership> {
    const id = newId()
    const createdAt = new Date(now)
    await transaction(async (trx) => {
      await assertRoom(trx, 'orgsPerUser', userId)
      await rows(trx, `insert into orgs (id, name, created_at, updated_at) values (?, ?, ?, ?)`, [
        id,
        name,
        createdAt,
        createdAt,
      ])
      await rows(
        trx,
        `insert into org_members (org_id, user_id, role, created_at) values (?, ?, 'OWNER', ?)`,
        [id, userId, createdAt]
      )
      await recordAudit(trx, origin, { orgId: id, action: 'org.created', subject: id, data: { name } }, now)
    })
    return { id, name, role: 'OWNER', createdAt }
  }
}
