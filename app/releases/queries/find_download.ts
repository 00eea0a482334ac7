import db from '@adonisjs/lucid/services/db'
import { firstRow, millis, type SqlExecutor } from '#kernel/database/sql'
import Refusal from '#kernel/refusals/refusal'
import { noSuch, orgSuspended } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'
import { downloadRefusal } from '#releases/rules/download_refusal'
import { mayDownload } from '#releases/rules/may_download'
import type { Channel } from '#catalog/rules/release_channels'
import type { ReleaseStatus } from '#releases/rules/release'
import { ARTIFACT_COLUMNS, STORED, type Artifact } from '#releases/store/artifact_columns'
import { downloaderOf, RIGHTS_COLUMNS, type RightsRow } from './license_rights.js'

/** The columns of the release that decide who may have the file. */
type ReleaseColumns = {
  version: string
  channel: Channel
  releaseStatus: ReleaseStatus
  publishedAt: Millis | null
  requires: string[]
  rolloutPercent: number
}

type Row = Artifact & ReleaseColumns & RightsRow

/**
 * Finds a file and checks that the license may have it now; for an open product, no license is needed
 * (contract/12-releases#123-getting-it). Called when a link is created, and again when a download starts.
 * @throws Refusal NOT_FOUND for an unknown file or a release that is not published; LICENSE_INACTIVE, also for a
 *   license that the product of the file does not have; FORBIDDEN with the reason, and for a suspended org.
 */
export async function findDownload(
  artifactId: string,
  licenseId: string | null,
  now: Millis = Date.now(),
  client: SqlExecutor = db.connection()
): Promise<Artifact> {
  const row = await firstRow<Row>(
    client,
    `select ${ARTIFACT_COLUMNS}, r.version, r.channel, r.status as "releaseStatus", r.requires,
       r.rollout_percent as "rolloutPercent", ${millis('r.published_at', 'publishedAt')}, ${RIGHTS_COLUMNS}
     from artifacts a join releases r on r.id = a.release_id join products p on p.id = a.product_id
     left join licenses l on l.id = ?::uuid and l.org_id = a.org_id and l.product_id = a.product_id
     left join tiers i on i.id = l.tier_id
     where a.id = ? and ${STORED}`,
    [licenseId, artifactId]
  )
  if (!row) throw noSuch('artifact')
  if (row.orgSuspended) throw orgSuspended()
  const denial = mayDownload(downloaderOf(row, now), termsOf(row), now)
  if (denial === 'unlicensed') throw ended(licenseId)
  if (denial) throw downloadRefusal(denial)
  return row
}

/** The refusal of an old link: its license was deleted, or the product was open and now needs a license. */
function ended(licenseId: string | null): Refusal {
  if (licenseId !== null) return new Refusal('LICENSE_INACTIVE')
  return new Refusal('FORBIDDEN', {
    message: 'The releases of this product now need a license: request a new link',
  })
}

function termsOf({ releaseId, releaseStatus, ...row }: Row) {
  const { version, channel, publishedAt, requires, rolloutPercent } = row
  return { id: releaseId, version, channel, status: releaseStatus, publishedAt, requires, rolloutPercent }
}
