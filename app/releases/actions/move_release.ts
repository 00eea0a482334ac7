import { inject } from '@adonisjs/core'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { recordEvents, type OutgoingEvent } from '#kernel/outbox/outbox'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import FindRelease, { type FullRelease } from '#releases/queries/find_release'
import { releaseMoved, type ReleaseMove } from '#releases/rules/release_moves'
import { artifactsOf } from '#releases/store/artifacts_of'
import { lockRelease } from '#releases/store/lock_release'
import type { Release } from '#releases/store/release_columns'

/**
 * Publishes, yanks or unyanks a release (contract/12-releases#121-publishing).
 * @throws Refusal NOT_FOUND; CONFLICT if the status does not allow the move, or if a release to publish has no file.
 */
@inject()
export default class MoveRelease {
  constructor(protected find: FindRelease) {}

  async execute(
    scope: Scope,
    id: string,
    move: ReleaseMove,
    reason: string | null,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<FullRelease> {
    return transaction(async (trx) => {
      const release = await lockRelease(trx, scope, id)
      const status = releaseMoved(release.status, move)
      if (move === 'publish') await assertHasFile(trx, release)
      const at = new Date(now)
      await rows(
        trx,
        `update releases set status = ?, updated_at = ?, published_at = case when ? then ? else published_at end,
           yanked_at = ?, yank_reason = ? where org_id = ? and id = ?`,
        [
          ...[status, at, move === 'publish', at, move === 'yank' ? at : null],
          ...[move === 'yank' ? reason : null, scope.orgId, id],
        ]
      )
      await recordEvents(trx, eventsOf(release, move), now)
      const data = { version: release.version, ...(reason !== null && { reason }) }
      const entry = { orgId: release.orgId, action: `release.${status}`, subject: id, data }
      await recordAudit(
        trx,
        origin,
        move === 'unyank' ? { ...entry, action: 'release.unyanked' } : entry,
        now
      )
      return this.find.byId(scope, id, trx)
    })
  }
}

async function assertHasFile(trx: Trx, release: Release) {
  if ((await artifactsOf(trx, release)).length > 0) return
  throw new Refusal('CONFLICT', { message: 'The release has no file: upload one before you publish it' })
}

/** `unyank` sends no event, because the release was already announced. */
function eventsOf({ id, orgId, productId, version, channel }: Release, move: ReleaseMove): OutgoingEvent[] {
  const data = { releaseId: id, productId, version }
  if (move === 'publish') return [{ orgId, productId, name: 'release.published', data: { ...data, channel } }]
  return move === 'yank' ? [{ orgId, productId, name: 'release.yanked', data }] : []
}
