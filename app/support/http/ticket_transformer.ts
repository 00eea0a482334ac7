import { attachmentLink } from '#kernel/files/download_links'
import { iso } from '#kernel/time/iso'
import type { Attachment } from '#support/queries/find_attachments'
import type { Ticket } from '#support/queries/find_ticket'
import type { TicketMessage } from '#support/queries/list_messages'

/** Converts a ticket; both sides see the same (contract/11-tickets). */
export function toTicket(ticket: Ticket) {
  return {
    ...ticket,
    lastMessageAt: iso(ticket.lastMessageAt),
    createdAt: iso(ticket.createdAt),
    resolvedAt: iso(ticket.resolvedAt),
    closedAt: iso(ticket.closedAt),
  }
}

/** Converts an attachment and adds a new link to its file (contract/11-tickets). */
export function toAttachment({ id, name, type, bytes, sha256, createdAt }: Attachment) {
  return { id, name, type, bytes, sha256, createdAt: iso(createdAt), ...attachmentLink(id) }
}

/** Converts a message of a ticket (contract/11-tickets). */
export function toMessage({ id, author, body, internal, attachments, createdAt }: TicketMessage) {
  return { id, author, body, internal, attachments: attachments.map(toAttachment), createdAt: iso(createdAt) }
}
