import { inject } from '@adonisjs/core'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { transaction } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Millis } from '#kernel/time/millis'
import FindTicket, { type Ticket } from '#support/queries/find_ticket'
import { lockTicket, moveLocked } from '#support/store/lock_ticket'

/** Closes and reopens tickets (contract/11-tickets). */
@inject()
export default class CloseTicket {
  constructor(protected findTicket: FindTicket) {}

  /** Closes a ticket permanently, for either side. @throws Refusal NOT_FOUND; CLOSED if it is closed already. */
  async close(scope: Scope, id: string, origin: Origin, now: Millis = Date.now()): Promise<Ticket> {
    return transaction(async (trx) => {
      const { orgId, endUserId } = await moveLocked(trx, await lockTicket(trx, scope, id), 'close', now)
      const data = { ticketId: id, endUserId }
      await recordEvents(trx, [{ orgId, productId: null, name: 'ticket.closed', data }], now)
      if (scope.actor.type === 'user') {
        await recordAudit(trx, origin, { orgId, action: 'ticket.closed', subject: id }, now)
      }
      return this.findTicket.byId(scope, id, trx)
    })
  }

  /** Reopens a resolved ticket for its end user. @throws Refusal NOT_FOUND; CLOSED; CONFLICT if it is not resolved. */
  async reopen(scope: Scope, id: string, now: Millis = Date.now()): Promise<Ticket> {
    return transaction(async (trx) => {
      await moveLocked(trx, await lockTicket(trx, scope, id), 'reopen', now)
      return this.findTicket.byId(scope, id, trx)
    })
  }
}
