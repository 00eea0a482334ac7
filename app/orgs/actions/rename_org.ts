import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'

export type RenamedOrg = { id: string; name: string; createdAt: Date }

/**
 * Renames an org (contract#orgs-members-invites). The name that it already has changes nothing.
 * @throws Refusal ORG_NOT_FOUND if the org was deleted since the role of the caller was checked.
 */
export default class RenameOrg {
  async execute(scope: Scope, name: string, origin: Origin, now = Date.now()): Promise<RenamedOrg> {
    return transaction(async (trx) => {
      const { orgId } = scope
      const org = await firstRow<RenamedOrg>(
        trx,
        `select id, name, created_at as "createdAt" from orgs where id = ? for no key update`,
        [orgId]
      )
      if (!org) throw new Refusal('ORG_NOT_FOUND')
      if (org.name === name) return org
      const sql = `update orgs set name = ?, updated_at = ? where id = ?`
      await rows(trx, sql, [name, new Date(now), orgId])
      await recordAudit(trx, origin, { orgId, action: 'org.renamed', subject: orgId, data: { name } }, now)
      return { ...org, name }
    })
  }
}
