import { inject } from '@adonisjs/core'
import FindEndUser, { type FullEndUser } from '#end_users/queries/find_end_user'
import { mergedPerson, type Mergeable } from '#end_users/rules/merge'
import { lockProofs } from '#end_users/store/lock_proofs'
import { moveOrders } from '#end_users/store/orders_of_person'
import { readMergeable, writeMergeable, writeMerged } from '#end_users/store/mergeable'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { firstRow, rows } from '#kernel/database/sql'
import { together, transaction, type Trx } from '#kernel/database/unit_of_work'
import { recordMail } from '#kernel/mail/mails'
import { accountsMergedMail } from '#kernel/mail/merge_texts'
import { recordEvents } from '#kernel/outbox/outbox'
import { invalidField } from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { momentOf } from '#licensing/actions/change_license'
import { lockLicenses } from '#licensing/store/license_ledger'
import { giveLicenses } from '#licensing/store/license_owners'
import StartOperation from '#operations/actions/start_operation'
import { mergeEndUsersKind } from '#operations/kinds/end_users_merge'
import type { OperationRow } from '#operations/kinds/registry'
import { moveTickets } from '#support/actions/move_tickets'
import { beginBan } from './begin_ban.js'
import { endSignIns } from './end_sign_ins.js'
import { lockPerson } from './lock_person.js'
import { notMerged } from './not_merged.js'

/** The most licenses that move in the request itself; an operation moves more. */
const IN_REQUEST = 1000

/** A merge. `fromId` is the source; `keep: 'target'` keeps the target's external id if both have one. */
export type Merge = { fromId: string; keep?: 'target' }

/**
 * Merges one end user into another (contract/09-end-users#96-the-merchants-side): licenses, orders and tickets move,
 * empty fields of the target are filled from the source, and the source is gone. The target is banned if the source was.
 */
@inject()
export default class MergeEndUsers {
  constructor(
    protected find: FindEndUser,
    protected start: StartOperation
  ) {}

  /**
   * @throws Refusal USER_NOT_FOUND; VALIDATION_ERROR if source and target are the same; CONFLICT if one of them was
   *   merged or erased or has planned an erasure, or if both have an external id and `keep` is missing; LIMIT_REACHED
   */
  async execute(
    scope: Scope,
    id: string,
    { fromId, keep }: Merge,
    origin: Origin,
    at?: Millis
  ): Promise<{ endUser: FullEndUser; operation: OperationRow | null }> {
    const { orgId } = scope
    const now = momentOf(at)
    if (fromId === id) throw invalidField('fromId', 'fromId must differ from the end user in the path')
    return together(async () => {
      const many = await transaction(async (trx) => {
        const both = [id, fromId].toSorted()
        for (const one of both) await lockProofs(trx, orgId, one)
        for (const one of both) await lockPerson(trx, orgId, one)
        const [target, source] = [
          await readMergeable(trx, orgId, id),
          await readMergeable(trx, orgId, fromId),
        ]
        const verdict = mergedPerson(target, source, keep ?? null)
        if (!verdict.allow) throw notMerged(verdict.reason)
        await endSignIns(trx, orgId, fromId, {}, now)
        await writeMerged(trx, orgId, fromId, id, now)
        await writeMergeable(trx, orgId, id, verdict.person, now)
        const isBanned = target.bannedAt === null && verdict.person.bannedAt !== null
        if (isBanned) await beginBan(trx, orgId, id, origin, now)
        await moveTickets(trx, orgId, fromId, id)
        await moveOrders(trx, orgId, { id: fromId, email: source.email }, id)
        const left = await moveLicenses(trx, scope, fromId, id, at)
        await this.#tell(trx, scope, id, fromId, [target, source], verdict.person.email, origin, now)
        return left
      })
      const operation = many ? await this.#moveByOperation(scope, fromId, id, now) : null
      return { endUser: (await this.find.full(scope, id, now))!, operation }
    })
  }

  #moveByOperation(scope: Scope, fromId: string, endUserId: string, now: Millis) {
    const params = { fromId, endUserId, filter: { endUserId: fromId } }
    return this.start.execute({ ...scope, productId: null }, { type: mergeEndUsersKind.type, params }, now)
  }

  async #tell(
    trx: Trx,
    { orgId }: Scope,
    id: string,
    fromId: string,
    people: Mergeable[],
    staying: string | null,
    origin: Origin,
    now: Millis
  ) {
    const sql = `select coalesce(p.settings #>> '{branding,name}', o.name) as name
      from orgs o left join org_portals p on p.org_id = o.id where o.id = ?`
    const { name } = (await firstRow<{ name: string }>(trx, sql, [orgId]))!
    const proved = people.flatMap(({ email, emailVerifiedAt }) => (email && emailVerifiedAt ? [email] : []))
    for (const to of proved) {
      await recordMail(trx, { to, ...accountsMergedMail(name, to === staying) }, now, orgId)
    }
    await recordAudit(trx, origin, { orgId, action: 'end_user.merged', subject: id, data: { fromId } }, now)
    const data = { endUserId: id, fromId }
    await recordEvents(trx, [{ name: 'end_user.merged', data, orgId, productId: null }], now)
  }
}

/** Moves the licenses, unless there are more than `IN_REQUEST`; returns true if there are. */
async function moveLicenses(
  trx: Trx,
  { orgId, actor }: Scope,
  fromId: string,
  toId: string,
  at?: Millis
): Promise<boolean> {
  const found = await rows<{ id: string }>(
    trx,
    `select id from licenses where org_id = ? and end_user_id = ? order by id limit ?`,
    [orgId, fromId, IN_REQUEST + 1]
  )
  if (found.length > IN_REQUEST) return true
  const states = await lockLicenses(
    trx,
    { orgId, productId: null, actor },
    found.map(({ id }) => id)
  )
  const gifts = states.map((state) => ({ state, had: fromId, redeemed: null }))
  await giveLicenses(trx, gifts, toId, { actor, now: momentOf(at) })
  return false
}
