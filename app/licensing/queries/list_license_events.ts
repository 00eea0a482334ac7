import db from '@adonisjs/lucid/services/db'
import type { Millis } from '#kernel/time/millis'
import type { Actor, Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { decodeCursor, encodeCursor } from '#kernel/database/cursor'
import { inScope } from '#kernel/database/in_scope'
import { firstRow, millis, rows } from '#kernel/database/sql'

export type LicenseEvent = {
  type: string
  actor: Actor
  reason: string | null
  data: Record<string, unknown>
  createdAt: Millis
}

/** The name of this list in its cursors. */
const LIST = 'timeline'

type Row = LicenseEvent & { position: string }

/**
 * Lists the timeline of a license, also of a deleted one, newest first (contract#timeline-and-deletion).
 * @throws Refusal INVALID_CURSOR
 */
export default class ListLicenseEvents {
  async execute(scope: Scope, licenseId: string, limit: number, cursor = '') {
    const before = cursor === '' ? null : positionOf(licenseId, cursor)
    const found = await rows<Row>(
      db.connection(),
      `select id::text as position, type, jsonb_build_object('type', actor_type, 'id', actor_id) as actor,
         reason, data, ${millis('created_at', 'createdAt')}
       from license_events
       where license_id = ? and org_id = ? and (?::bigint is null or id < ?::bigint)
       order by id desc limit ?`,
      [licenseId, scope.orgId, before, before, limit + 1]
    )
    const events = found.slice(0, limit)
    const nextCursor = found.length > limit ? encodeCursor(LIST, [events.at(-1)!.position, licenseId]) : null
    return { events, nextCursor }
  }

  /** Returns whether the scope has or had this license; for a deleted license, the deletion event names its product. */
  async exists(scope: Scope, licenseId: string): Promise<boolean> {
    const { orgId, productId } = scope
    const own = inScope(scope, 'licenses')
    const found = await firstRow(
      db.connection(),
      `select 1 from licenses where id = ? and ${own.sql}
       union all
       select 1 from license_events
         where license_id = ? and org_id = ? and type = 'license.deleted'
           and (?::text is null or data->>'productId' = ?::text)
       limit 1`,
      [licenseId, ...own.values, licenseId, orgId, productId, productId]
    )
    return found !== null
  }
}

/** A cursor is valid only for the timeline that it was created for. */
function positionOf(licenseId: string, cursor: string): string {
  const [position, owner] = decodeCursor(LIST, cursor)
  const sound = typeof position === 'string' && /^\d{1,18}$/.test(position) && owner === licenseId
  if (!sound) throw new Refusal('INVALID_CURSOR')
  return position
}
