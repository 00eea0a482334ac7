import { inChunks } from '#kernel/batching/in_chunks'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Millis } from '#kernel/time/millis'
import { AGES, TICKET_MOVES } from '#support/rules/ticket_states'

/** How many tickets one transaction handles. */
const CHUNK = 500

/**
 * The rule's table as SQL: the next status of a ticket, and how many milliseconds the ticket stays in it; null is
 * forever.
 */
const NEXT = `(values ${Object.entries(TICKET_MOVES.age)
  .map(([from, to]) => `('${from}', '${to}', ${AGES[to] ?? 'null'}::float8)`)
  .join(', ')})`

type Aged = { id: string; orgId: string; endUserId: string; status: string }

/**
 * Moves tickets on that were left alone for the time of their status: waiting ones become resolved, resolved ones
 * closed (contract/11-tickets). Tickets that another transaction is changing are left to the next run.
 */
export default class AgeTickets {
  execute(signal?: AbortSignal, now: Millis = Date.now()) {
    return inChunks(CHUNK, () => this.#chunk(now), signal)
  }

  #chunk(now: Millis): Promise<number> {
    return transaction(async (trx) => {
      const at = new Date(now)
      const aged = await rows<Aged>(
        trx,
        `with due as (select id from tickets where due_at <= ? order by due_at limit ? for no key update skip locked)
         update tickets t set status = next.status,
           due_at = ?::timestamptz + next.lasts * interval '1 millisecond',
           resolved_at = case when next.status = 'resolved' then ? else t.resolved_at end,
           closed_at = case when next.status = 'closed' then ?::timestamptz end
         from due, ${NEXT} as next (was, status, lasts) where t.id = due.id and next.was = t.status
         returning t.id, t.org_id as "orgId", t.end_user_id as "endUserId", t.status`,
        [at, CHUNK, at, at, at]
      )
      const events = aged
        .filter(({ status }) => status === 'closed')
        .map(({ id, orgId, endUserId }) => ({
          ...{ orgId, productId: null, name: 'ticket.closed' as const },
          data: { ticketId: id, endUserId },
        }))
      await recordEvents(trx, events, now)
      return aged.length
    })
  }
}
