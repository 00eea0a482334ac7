import { inject } from '@adonisjs/core'
import { emptyPerson, eraseTraces } from '#end_users/store/erase_person'
import { idsOfPerson } from '#end_users/store/ids_of_person'
import { lockProofs } from '#end_users/store/lock_proofs'
import { eraseOrderTexts, keepClaims, lockOrderEvents } from '#end_users/store/orders_of_person'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { rows } from '#kernel/database/sql'
import { together, transaction, type Trx } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Millis } from '#kernel/time/millis'
import { momentOf } from '#licensing/actions/change_license'
import { disownLicenses } from '#licensing/actions/disown_licenses'
import type { LicenseFate } from '#licensing/rules/license_fate'
import { lockLicenses } from '#licensing/store/license_ledger'
import StartOperation from '#operations/actions/start_operation'
import { eraseEndUserLicensesKind } from '#operations/kinds/end_users_erase'
import type { OperationRow } from '#operations/kinds/registry'
import { eraseTickets } from '#support/actions/erase_tickets'
import { lockPerson } from './lock_person.js'

/** The most licenses that lose their owner in the erasure's own transaction; an operation handles more. */
const IN_REQUEST = 1000

/**
 * Empties all personal data of an end user, permanently (contract/09-end-users#96-the-merchants-side). The row keeps
 * its id, which timelines refer to, but no longer names anyone.
 */
@inject()
export default class EraseEndUser {
  constructor(protected start: StartOperation) {}

  /**
   * Returns the operation that removes the owner from the licenses, if they are too many for one transaction. Licenses
   * of an end user who was merged into this one count too, as long as the operation of that merge has not moved them;
   * each such owner has an operation, and the first is returned.
   * @throws Refusal USER_NOT_FOUND; CONFLICT if the end user was merged or erased; LIMIT_REACHED if the org has no
   *   room for that operation
   */
  async execute(
    scope: Scope,
    id: string,
    licenses: LicenseFate,
    origin: Origin,
    at?: Millis
  ): Promise<OperationRow | null> {
    const { orgId } = scope
    const now = momentOf(at)
    return together(async () => {
      const left = await transaction(async (trx) => {
        await lockOrderEvents(trx, orgId, id)
        await lockProofs(trx, orgId, id)
        const { email } = await lockPerson(trx, orgId, id)
        const ids = await idsOfPerson(trx, orgId, id)
        await emptyPerson(trx, orgId, id, now)
        await eraseTraces(trx, { orgId, ids, email })
        await eraseTickets(trx, orgId, id, now)
        await eraseOrderTexts(trx, orgId, id)
        if (email) await keepClaims(trx, orgId, id, email)
        const owners = await disown(trx, scope, ids, licenses, at)
        const entry = { orgId, action: 'end_user.erased', subject: id, data: { licenses } }
        await recordAudit(trx, origin, entry, now)
        const event = { name: 'end_user.deleted', data: { endUserId: id }, orgId, productId: null } as const
        await recordEvents(trx, [event], now)
        return owners
      })
      const operations: OperationRow[] = []
      for (const owner of left) {
        const params = { endUserId: owner, licenses, filter: { endUserId: owner } }
        const operation = { type: eraseEndUserLicensesKind.type, params }
        operations.push(await this.start.execute({ ...scope, productId: null }, operation, now))
      }
      return operations[0] ?? null
    })
  }
}

/**
 * Removes the owners, who are one person, from their licenses. If there are more than `IN_REQUEST`, it leaves all as they
 * are and returns the owners.
 */
async function disown(
  trx: Trx,
  { orgId, actor }: Scope,
  ids: string[],
  fate: LicenseFate,
  at?: Millis
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    trx,
    `select id from licenses where org_id = ? and end_user_id = any(?::uuid[]) order by id limit ?`,
    [orgId, ids, IN_REQUEST + 1]
  )
  if (found.length > IN_REQUEST) return ownersAmong(trx, orgId, ids)
  const states = await lockLicenses(
    trx,
    { orgId, productId: null, actor },
    found.map((one) => one.id)
  )
  const now = momentOf(at)
  for (const owner of ids) await disownLicenses(trx, states, owner, fate, { actor, now })
  return []
}

/** Those of the end users who own licenses. */
async function ownersAmong(trx: Trx, orgId: string, ids: string[]): Promise<string[]> {
  const owners = await rows<{ id: string }>(
    trx,
    `select u.id from unnest(?::uuid[]) with ordinality as u (id, place)
     where exists (select from licenses l where l.org_id = ? and l.end_user_id = u.id) order by u.place`,
    [ids, orgId]
  )
  return owners.map(({ id }) => id)
}
