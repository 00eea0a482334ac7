import { inject } from '@adonisjs/core'
import FindEndUser, { type FullEndUser } from '#end_users/queries/find_end_user'
import { lockProofs } from '#end_users/store/lock_proofs'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { rows } from '#kernel/database/sql'
import { together, transaction } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Millis } from '#kernel/time/millis'
import StartBulkChange from '#operations/actions/start_bulk_change'
import type { OperationRow } from '#operations/kinds/registry'
import { suspendKind } from '#operations/kinds/suspend'
import { beginBan } from './begin_ban.js'
import { endSignIns } from './end_sign_ins.js'
import { lockPerson } from './lock_person.js'

/**
 * The options of a ban. `suspendLicenses` starts an operation that suspends the end user's licenses. The reason is
 * personal data: it is stored only with the end user, where an erasure finds it, and never in the operation or a
 * timeline.
 */
export type Ban = { reason?: string | null; suspendLicenses?: boolean }

/** Bans end users, lifts bans, and signs them out (contract/09-end-users#96-the-merchants-side). */
@inject()
export default class BanEndUser {
  constructor(
    protected find: FindEndUser,
    protected bulkChange: StartBulkChange
  ) {}

  /**
   * Bans an end user. Sign-ins, codes and links end immediately. A reason that is sent with another ban replaces the
   * earlier one, null removes it, and without one it stays.
   * @throws Refusal USER_NOT_FOUND, CONFLICT, LIMIT_REACHED
   */
  async ban(
    scope: Scope,
    id: string,
    { reason, suspendLicenses }: Ban,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<{ endUser: FullEndUser; operation: OperationRow | null }> {
    const { orgId } = scope
    return together(async () => {
      const endUser = await transaction(async (trx) => {
        await lockProofs(trx, orgId, id)
        const { banned } = await lockPerson(trx, orgId, id)
        await rows(
          trx,
          `update end_users set banned_at = coalesce(banned_at, ?), ban_reason = case when ? then ? else ban_reason end,
             updated_at = ? where org_id = ? and id = ?`,
          [new Date(now), reason !== undefined, reason ?? null, new Date(now), orgId, id]
        )
        await beginBan(trx, orgId, id, origin, now, banned)
        return (await this.find.full(scope, id, now, trx))!
      })
      const change = { filter: { endUserId: id } }
      const operation = suspendLicenses
        ? await this.bulkChange.execute(scope, suspendKind.type, change, now)
        : null
      return { endUser, operation }
    })
  }

  /**
   * Lifts a ban and nothing else: ended sign-ins and suspended licenses stay as they are.
   * @throws Refusal USER_NOT_FOUND, CONFLICT
   */
  async unban(scope: Scope, id: string, origin: Origin, now: Millis = Date.now()): Promise<FullEndUser> {
    const { orgId } = scope
    return transaction(async (trx) => {
      const { banned } = await lockPerson(trx, orgId, id)
      if (banned) {
        await rows(
          trx,
          `update end_users set banned_at = null, ban_reason = null, updated_at = ? where org_id = ? and id = ?`,
          [new Date(now), orgId, id]
        )
        await recordAudit(trx, origin, { orgId, action: 'end_user.unbanned', subject: id }, now)
        const event = { name: 'end_user.unbanned', data: { endUserId: id }, orgId, productId: null } as const
        await recordEvents(trx, [event], now)
      }
      return (await this.find.full(scope, id, now, trx))!
    })
  }

  /** Ends all sign-ins and returns how many there were. @throws Refusal USER_NOT_FOUND, CONFLICT */
  async signOut({ orgId }: Scope, id: string, origin: Origin, now: Millis = Date.now()): Promise<number> {
    return transaction(async (trx) => {
      await lockProofs(trx, orgId, id)
      await lockPerson(trx, orgId, id)
      await recordAudit(trx, origin, { orgId, action: 'end_user.signed_out', subject: id }, now)
      return endSignIns(trx, orgId, id, {}, now)
    })
  }
}
