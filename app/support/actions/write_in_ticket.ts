import { inject } from '@adonisjs/core'
import type { Scope } from '#kernel/audit/scope'
import { transaction } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Millis } from '#kernel/time/millis'
import ListMessages, { type TicketMessage } from '#support/queries/list_messages'
import { attachmentIdsOf } from '#support/rules/ticket'
import { lockTicket, moveLocked } from '#support/store/lock_ticket'
import { mailMerchant } from '#support/store/mail_ticket'
import { authorOf } from '#support/store/tickets_of'
import { writeMessage } from '#support/store/write_message'

/**
 * Writes a message of the end user. The ticket becomes open again, unless it is closed (contract/11-tickets).
 * @throws Refusal NOT_FOUND for the ticket or an attachment; CLOSED; BAD_REQUEST for more than 10 attachments.
 */
@inject()
export default class WriteInTicket {
  constructor(protected messages: ListMessages) {}

  async execute(
    scope: Scope,
    ticketId: string,
    { body, attachmentIds }: { body: string; attachmentIds?: string[] },
    now: Millis = Date.now()
  ): Promise<TicketMessage> {
    const ids = attachmentIdsOf(attachmentIds)
    return transaction(async (trx) => {
      const ticket = await moveLocked(trx, await lockTicket(trx, scope, ticketId), 'write', now)
      const { orgId, endUserId } = ticket
      const message = { orgId, ticketId, author: authorOf(scope), body, attachmentIds: ids }
      const messageId = await writeMessage(trx, message, now)
      await mailMerchant(trx, ticket, false, now)
      const data = { ticketId, endUserId, messageId, author: 'endUser' as const }
      await recordEvents(trx, [{ orgId, productId: null, name: 'ticket.replied', data }], now)
      return this.messages.written(trx, scope, messageId)
    })
  }
}
