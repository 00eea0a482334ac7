import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'

export type RenamedOrg = { id: string; name: string; createdAt: Date }

/**
 * Renames an org (contract#orgs-members-invites).
 * @throws Refusal ORG_NOT_FOUND if the org was deleted since the role of the caller was checked.
 */
export default class RenameOrg {
  async execute(scope: Scope, name: string, origin: Origin, now = Date.now()): Promise<RenamedOrg> {
    return transaction(async (trx) => {
      const { orgId } = scope
      const org = await firstRow<RenamedOrg>(
        trx,
        `update orgs set name = ?, updated_at = ? where id = ? returning id, name, created_at as "createdAt"`,
        [name, new Date(now), orgId]
      )
      if (!org) throw new Refusal('ORG_NOT_FOUND')
      await recordAudit(trx, origin, { orgId, action: 'org.renamed', subject: orgId, data: { name } }, now)
      return org
    })
  }
}
