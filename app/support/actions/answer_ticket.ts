import { inject } from '@adonisjs/core'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Millis } from '#kernel/time/millis'
import ListMessages, { type TicketMessage } from '#support/queries/list_messages'
import { attachmentIdsOf } from '#support/rules/ticket'
import type { SettableStatus } from '#support/rules/ticket_states'
import { lockTicket, moveLocked, setStatus, type LockedTicket } from '#support/store/lock_ticket'
import { mailEndUser } from '#support/store/mail_ticket'
import { authorOf } from '#support/store/tickets_of'
import { writeMessage } from '#support/store/write_message'

/** A message as the merchant writes it; `status` is the status of the ticket afterwards. */
export type MerchantMessage = {
  body: string
  internal?: boolean
  status?: SettableStatus
  attachmentIds?: string[]
}

/**
 * Writes a message of the merchant: an answer, which is announced to the end user, or an internal message, which only
 * users of the dashboard see (contract/11-tickets).
 * @throws Refusal NOT_FOUND for the ticket or an attachment; CLOSED; BAD_REQUEST for more than 10 attachments.
 */
@inject()
export default class AnswerTicket {
  constructor(protected messages: ListMessages) {}

  async execute(
    scope: Scope,
    ticketId: string,
    { body, internal = false, status, attachmentIds }: MerchantMessage,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<TicketMessage> {
    const ids = attachmentIdsOf(attachmentIds)
    return transaction(async (trx) => {
      const ticket = await lockTicket(trx, scope, ticketId)
      const { orgId } = ticket
      const answered = internal ? ticket : await moveLocked(trx, ticket, 'answer', now)
      if (status) await setStatus(trx, answered, status, now)
      const message = { orgId, ticketId, author: authorOf(scope), body, internal, attachmentIds: ids }
      const messageId = await writeMessage(trx, message, now)
      if (!internal) await tellEndUser(trx, ticket, messageId, now)
      const data = { messageId, internal, ...(status && { status }) }
      await recordAudit(trx, origin, { orgId, action: 'ticket.replied', subject: ticketId, data }, now)
      return this.messages.written(trx, scope, messageId)
    })
  }
}

async function tellEndUser(trx: Trx, ticket: LockedTicket, messageId: string, now: Millis) {
  const { id, orgId, endUserId } = ticket
  await mailEndUser(trx, ticket, now)
  const data = { ticketId: id, endUserId, messageId, author: 'user' as const }
  await recordEvents(trx, [{ orgId, productId: null, name: 'ticket.replied', data }], now)
}
