import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { recordMetrics } from '#kernel/metrics/record_metrics'
import { newId } from '#kernel/secrets/ids'
import type { Millis } from '#kernel/time/millis'
import type { Artifact } from '#releases/store/artifact_columns'

/**
 * Records the start of a download. The row with the license, its owner and the file is kept for 90 days; the download
 * counter of the file is permanent.
 */
export default class CountDownload {
  async execute(
    { id, orgId, productId, releaseId }: Artifact,
    licenseId: string | null,
    now: Millis = Date.now()
  ) {
    await transaction(async (trx) => {
      await rows(
        trx,
        `insert into downloads (id, org_id, product_id, release_id, artifact_id, license_id, end_user_id, created_at)
         values (?, ?, ?, ?, ?, ?, (select end_user_id from licenses where org_id = ? and id = ?), ?)`,
        [newId(), orgId, productId, releaseId, id, licenseId, orgId, licenseId, new Date(now)]
      )
      await recordMetrics(trx, [{ orgId, productId, metric: 'downloads' }], now)
      // Last, because all concurrent downloads of the file wait for the lock of this row.
      await rows(trx, 'update artifacts set downloads = downloads + 1 where org_id = ? and id = ?', [
        orgId,
        id,
      ])
    })
  }
}
