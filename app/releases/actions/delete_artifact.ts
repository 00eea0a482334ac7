import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { noSuch } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'
import { assertDraft } from '#releases/rules/release_moves'
import { lockRelease } from '#releases/store/lock_release'

/**
 * Deletes a file of a draft (contract/12-releases#121-publishing). Its bytes are deleted after the transaction: a
 * trigger records their path for the job that deletes dropped files.
 * @throws Refusal NOT_FOUND; CONFLICT unless the release is a draft.
 */
export default class DeleteArtifact {
  async execute(
    scope: Scope,
    releaseId: string,
    id: string,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<string> {
    return transaction(async (trx) => {
      const { orgId, status } = await lockRelease(trx, scope, releaseId)
      assertDraft(status)
      const gone = await firstRow<{ filename: string }>(
        trx,
        `delete from artifacts where org_id = ? and release_id = ? and id = ? and stored_at is not null
         returning filename`,
        [orgId, releaseId, id]
      )
      if (!gone) throw noSuch('artifact')
      const data = { artifactId: id, ...gone }
      await recordAudit(trx, origin, { orgId, action: 'release.file_deleted', subject: releaseId, data }, now)
      return id
    })
  }
}
