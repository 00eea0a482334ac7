import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Millis } from '#kernel/time/millis'
import { nextTicketNumber } from '#support/store/count_ticket'
import { mailMerchant } from '#support/store/mail_ticket'
import { writeMessage } from '#support/store/write_message'

/** A new ticket with its first message. */
export type NewTicket = {
  orgId: string
  endUserId: string
  subject: string
  body: string
  licenseId?: string | null
  productId?: string | null
  /** The earlier ticket that it continues, normally a closed one. */
  followsTicketId?: string | null
}

/**
 * Opens a ticket in the caller's transaction (contract/11-tickets). The caller has locked the end user and checked
 * everything that the ticket refers to. Call it late, because the org's ticket counter stays locked until the
 * transaction ends.
 */
export async function openTicket(trx: Trx, ticket: NewTicket, now: Millis): Promise<string> {
  const {
    orgId,
    endUserId,
    subject,
    body,
    licenseId = null,
    productId = null,
    followsTicketId = null,
  } = ticket
  const id = newId()
  const number = await nextTicketNumber(trx, orgId)
  await rows(
    trx,
    `insert into tickets (id, org_id, number, end_user_id, subject, status, priority, license_id, product_id,
       follows_ticket_id, last_message_at, last_author, created_at)
     values (?, ?, ?, ?, ?, 'open', 'normal', ?, ?, ?, ?, 'endUser', ?)`,
    [
      ...[id, orgId, number, endUserId, subject, licenseId, productId],
      ...[followsTicketId, new Date(now), new Date(now)],
    ]
  )
  await writeMessage(trx, { orgId, ticketId: id, author: { type: 'endUser', id: endUserId }, body }, now)
  await mailMerchant(trx, { id, orgId, number, endUserId, assigneeId: null }, true, now)
  const data = { ticketId: id, endUserId }
  await recordEvents(trx, [{ orgId, productId: null, name: 'ticket.created', data }], now)
  return id
}
