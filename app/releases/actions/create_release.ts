import { inject } from '@adonisjs/core'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import type { Millis } from '#kernel/time/millis'
import FindRelease, { type FullRelease } from '#releases/queries/find_release'
import { writtenFields, type ReleaseFields } from '#releases/rules/release_fields'

/** The input for a new release. */
export type NewRelease = ReleaseFields & { version: string }

/**
 * Creates a release as a draft without files (contract/12-releases#121-publishing).
 * @throws Refusal VALIDATION_ERROR; CONFLICT for a version that the product already has.
 */
@inject()
export default class CreateRelease {
  constructor(protected find: FindRelease) {}

  async execute(
    scope: Scope & { productId: string },
    asked: NewRelease,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<FullRelease> {
    const { version, sortKey, channel = 'stable', ...fields } = writtenFields(asked)
    const { orgId, productId } = scope
    const [id, at] = [newId(), new Date(now)]
    return transaction(async (trx) => {
      const made = await firstRow<{ id: string }>(
        trx,
        `insert into releases (id, org_id, product_id, version, sort_key, channel, name, notes, requires,
           rollout_percent, metadata, created_at, updated_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (product_id, version) do nothing returning id`,
        [
          ...[id, orgId, productId, version, sortKey, channel, fields.name ?? null, fields.notes ?? null],
          ...[fields.requires ?? [], fields.rolloutPercent ?? 100, JSON.stringify(fields.metadata ?? {})],
          ...[at, at],
        ]
      )
      if (!made) throw versionTaken(version!)
      const entry = { orgId, action: 'release.created', subject: id, data: { productId, version } }
      await recordAudit(trx, origin, entry, now)
      return this.find.byId(scope, id, trx)
    })
  }
}

/** The refusal for a version that another release of the product already has. */
export function versionTaken(version: string) {
  return new Refusal('CONFLICT', { message: `The product already has a release ${version}` })
}
