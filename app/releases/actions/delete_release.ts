import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { assertDraft } from '#releases/rules/release_moves'
import { lockRelease } from '#releases/store/lock_release'

/**
 * Deletes a draft with its files (contract/12-releases#121-publishing).
 * @throws Refusal NOT_FOUND; CONFLICT unless the release is a draft.
 */
export default class DeleteRelease {
  async execute(scope: Scope, id: string, origin: Origin, now: Millis = Date.now()): Promise<string> {
    return transaction(async (trx) => {
      const { orgId, status, version } = await lockRelease(trx, scope, id)
      assertDraft(status)
      await rows(trx, 'delete from releases where org_id = ? and id = ?', [orgId, id])
      await recordAudit(
        trx,
        origin,
        { orgId, action: 'release.deleted', subject: id, data: { version } },
        now
      )
      return id
    })
  }
}
