import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
import type AttachmentsController from './attachments_controller.js'
import type TicketMessagesController from './ticket_messages_controller.js'
import { AttachmentShape, TicketMessageShape, TicketShape } from './ticket_shape.js'
import type TicketsController from './tickets_controller.js'
import {
  answerValidator,
  newTicketValidator,
  ownMessageValidator,
  ownTicketsValidator,
  ticketPatchValidator,
  ticketsValidator,
} from './tickets_input.js'

const { list, nextCursor } = shape

const TICKETS = { tag: 'Tickets' }

const shown = {
  ...TICKETS,
  summary: 'Read a ticket',
  success: answers<TicketsController['show']>()({ ticket: TicketShape }),
}
const messages = {
  ...TICKETS,
  summary: 'List the messages of a ticket',
  description: 'Oldest first.',
  query: limitValidator,
  success: answers<TicketMessagesController['index']>()({
    messages: list(TicketMessageShape),
    nextCursor: nextCursor(),
  }),
}
const upload = {
  ...TICKETS,
  summary: 'Upload an attachment',
  description: 'At most 10 MiB, and 100 MiB in a ticket. A message names it within a day, or it is deleted.',
  body: { upload: { 'multipart/form-data': 'A form with one field `file`.' } },
  success: answers<AttachmentsController['store']>(201)({ attachment: AttachmentShape }),
}
const closed = {
  ...TICKETS,
  summary: 'Close a ticket',
  description: 'For good: a closed ticket takes no more writes.',
  success: answers<TicketsController['close']>()({ ticket: TicketShape }),
}

const page = { tickets: list(TicketShape), nextCursor: nextCursor() }

/** The routes of tickets in the API document. */
export const SUPPORT_API = {
  'end_users.tickets.own': {
    ...TICKETS,
    summary: 'List your tickets',
    description: 'Newest first.',
    query: ownTicketsValidator,
    success: answers<TicketsController['own']>()(page),
  },
  'end_users.tickets.store': {
    ...TICKETS,
    summary: 'Open a ticket',
    description: 'At most 20 tickets of one end user are open at a time. The license may have any status.',
    body: newTicketValidator,
    fields: { body: 'Markdown.', followsTicketId: 'The closed ticket that it continues.' },
    success: answers<TicketsController['store']>(201)({ ticket: TicketShape }),
    refuses: [
      ...(['RATE_LIMITED', 'LICENSE_NOT_FOUND', 'LICENSE_NOT_OWNED', 'PRODUCT_NOT_FOUND'] as const),
      ...(['NOT_FOUND', 'CONFLICT'] as const),
    ],
    example: { subject: 'It does not start', body: 'Since the update, the window stays empty.' },
  },
  'end_users.tickets.show': { ...shown, refuses: ['NOT_FOUND'] },
  'end_users.ticket_messages.index': { ...messages, refuses: ['NOT_FOUND'] },
  'end_users.ticket_messages.store': {
    ...TICKETS,
    summary: 'Write in a ticket',
    description: 'The ticket is open again, unless it is closed.',
    body: ownMessageValidator,
    fields: { body: 'Markdown.', attachmentIds: 'Your uploads that no other message has.' },
    success: answers<TicketMessagesController['store']>(201)({ message: TicketMessageShape }),
    refuses: ['RATE_LIMITED', 'NOT_FOUND', 'CLOSED', 'BAD_REQUEST'],
    example: { body: 'It works again, thank you.' },
  },
  'end_users.attachments.store': {
    ...upload,
    refuses: ['NOT_FOUND', 'CLOSED', 'NO_FILE', 'BAD_REQUEST', 'LIMIT_REACHED'],
  },
  'end_users.tickets.close': { ...closed, refuses: ['NOT_FOUND', 'CLOSED'] },
  'end_users.tickets.reopen': {
    ...TICKETS,
    summary: 'Reopen a resolved ticket',
    success: answers<TicketsController['reopen']>()({ ticket: TicketShape }),
    refuses: ['NOT_FOUND', 'CLOSED', 'CONFLICT'],
  },
  'tickets.index': {
    ...TICKETS,
    summary: 'List the tickets of an org',
    description: 'Newest first.',
    query: ticketsValidator,
    fields: {
      search: 'A number, a part of the subject, or the beginning of the address or username of the end user.',
    },
    success: answers<TicketsController['index']>()(page),
  },
  'tickets.show': shown,
  'tickets.update': {
    ...TICKETS,
    summary: 'Change a ticket',
    body: ticketPatchValidator,
    fields: { assigneeId: 'A member of the org; null for nobody.', tags: 'Replaces all tags.' },
    success: answers<TicketsController['update']>()({ ticket: TicketShape }),
    refuses: ['CLOSED', 'USER_NOT_FOUND'],
    example: { priority: 'high', tags: ['billing'] },
  },
  'ticket_messages.index': messages,
  'ticket_messages.answer': {
    ...TICKETS,
    summary: 'Answer a ticket, or write an internal message',
    description:
      'An answer is mailed to the end user without its text, and the ticket waits for the end user.',
    body: answerValidator,
    fields: {
      body: 'Markdown.',
      internal: 'For members alone; the ticket stays as it is.',
      status: 'What the ticket has afterwards; `waiting` if left out of an answer.',
      attachmentIds: 'Uploads of members that no other message has.',
    },
    success: answers<TicketMessagesController['answer']>(201)({ message: TicketMessageShape }),
    refuses: ['CLOSED', 'BAD_REQUEST'],
    example: { body: 'Version 2.1 mends this.', status: 'resolved' },
  },
  'ticket_attachments.store': {
    ...upload,
    refuses: ['CLOSED', 'NO_FILE', 'BAD_REQUEST', 'LIMIT_REACHED'],
  },
  'tickets.close': { ...closed, refuses: ['CLOSED'] },
  'attachments.show': {
    ...TICKETS,
    summary: 'Download an attachment by its link',
    description: 'As `downloadUrl` gives it, for 5 minutes; its query is the credential.',
    success: { status: 200, body: null, type: 'application/octet-stream', description: 'The file.' },
    refuses: ['FORBIDDEN', 'NOT_FOUND'],
  },
} satisfies Entries
