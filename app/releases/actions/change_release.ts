import { inject } from '@adonisjs/core'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { assigned, firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import FindRelease, { type FullRelease } from '#releases/queries/find_release'
import { writtenFields, type ReleaseFields } from '#releases/rules/release_fields'
import { assertChangeable } from '#releases/rules/release_moves'
import { lockRelease } from '#releases/store/lock_release'
import type { Release } from '#releases/store/release_columns'
import { versionTaken } from './create_release.js'

/**
 * Changes a release. All fields of a draft can change; the version and the channel are fixed after publication
 * (contract/12-releases#121-publishing).
 * @throws Refusal VALIDATION_ERROR; NOT_FOUND; CONFLICT for a fixed field, or a version that is taken.
 */
@inject()
export default class ChangeRelease {
  constructor(protected find: FindRelease) {}

  async execute(
    scope: Scope,
    id: string,
    patch: ReleaseFields,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<FullRelease> {
    const fields = Object.keys(patch).filter((name) => patch[name as keyof ReleaseFields] !== undefined)
    const { version, sortKey, channel, name, notes, requires, rolloutPercent, metadata } =
      writtenFields(patch)
    return transaction(async (trx) => {
      const release = await lockRelease(trx, scope, id)
      assertChangeable(release.status, release, { version, channel })
      if (version !== undefined && version !== release.version) await assertFree(trx, release, version)
      const { sql, values } = assigned({
        ...{ version, sort_key: sortKey, channel, name, notes, requires, rollout_percent: rolloutPercent },
        ...{ metadata: metadata && JSON.stringify(metadata), updated_at: new Date(now) },
      })
      await rows(trx, `update releases set ${sql} where org_id = ? and id = ?`, [...values, scope.orgId, id])
      const entry = { orgId: release.orgId, action: 'release.updated', subject: id, data: { fields } }
      await recordAudit(trx, origin, entry, now)
      return this.find.byId(scope, id, trx)
    })
  }
}

/** Locks the product, so that concurrent version changes run one after another. */
async function assertFree(trx: Trx, { productId }: Release, version: string) {
  await rows(trx, 'select 1 from products where id = ? for no key update', [productId])
  const taken = await firstRow(trx, 'select 1 from releases where product_id = ? and version = ?', [
    productId,
    version,
  ])
  if (taken) throw versionTaken(version)
}
