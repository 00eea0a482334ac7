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
   * Returns the operation that removes the owner from the licenses, if they are too many for one transaction.
   * @throws Refusal USER_NOT_FOUND; CONFLICT if the end user was merged or erased; LIMIT_REACHED if the org has no
   *   room for that operation
   */
  async execute(
    scope: Scope,
    id: string,
    licenses: LicenseFate,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<OperationRow | null> {
    const { orgId } = scope
    return together(async () => {
      const many = await transaction(async (trx) => {
        await lockOrderEvents(trx, orgId, id)
        await lockProofs(trx, orgId, id)
        const { email } = await lockPerson(trx, orgId, id)
        const ids = await idsOfPerson(trx, orgId, id)
        await emptyPerson(trx, orgId, id, now)
        await eraseTraces(trx, { orgId, ids, email })
        await eraseTickets(trx, orgId, id, now)
        await eraseOrderTexts(trx, orgId, id)
        if (email) await keepClaims(trx, orgId, id, email)
        const left = await disown(trx, scope, id, licenses, now)
        const entry = { orgId, action: 'end_user.erased', subject: id, data: { licenses } }
        await recordAudit(trx, origin, entry, now)
        const event = { name: 'end_user.deleted', data: { endUserId: id }, orgId, productId: null } as const
        await recordEvents(trx, [event], now)
        return left
      })
      if (!many) return null
      const params = { endUserId: id, licenses, filter: { endUserId: id } }
      const operation = { type: eraseEndUserLicensesKind.type, params }
      return this.start.execute({ ...scope, productId: null }, operation, now)
    })
  }
}

/** Removes the owner from the licenses, unless there are more than `IN_REQUEST`; returns true if there are. */
async function disown(
  trx: Trx,
  { orgId, actor }: Scope,
  id: string,
  fate: LicenseFate,
  now: Millis
): Promise<boolean> {
  const found = await rows<{ id: string }>(
    trx,
    `select id from licenses where org_id = ? and end_user_id = ? order by id limit ?`,
    [orgId, id, IN_REQUEST + 1]
  )
  if (found.length > IN_REQUEST) return true
  const states = await lockLicenses(
    trx,
    { orgId, productId: null, actor },
    found.map((one) => one.id)
  )
  await disownLicenses(trx, states, id, fate, { actor, now })
  return false
}
