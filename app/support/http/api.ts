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
  description:
    'A file can have up to 10 MiB, and all files of a ticket together up to 100 MiB. An upload that no message uses within a day is deleted.',
  body: { upload: { 'multipart/form-data': 'A form with one field `file`.' } },
  success: answers<AttachmentsController['store']>(201)({ attachment: AttachmentShape }),
}
const closed = {
  ...TICKETS,
  summary: 'Close a ticket',
  description: 'This is final: a closed ticket cannot be changed or reopened.',
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
    description: 'The message sets the status of the ticket to `open`. A closed ticket refuses messages.',
    body: ownMessageValidator,
    fields: {
      body: 'Markdown.',
      attachmentIds: 'The ids of your uploads in this ticket. Another message must not use them.',
    },
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
      search:
        'A ticket number, part of the subject, or the beginning of the email address or username of the end user.',
    },
    success: answers<TicketsController['index']>()(page),
  },
  'tickets.show': shown,
  'tickets.update': {
    ...TICKETS,
    summary: 'Change a ticket',
    body: ticketPatchValidator,
    fields: { assigneeId: 'A member of the org. null removes the assignee.', tags: 'Replaces all tags.' },
    success: answers<TicketsController['update']>()({ ticket: TicketShape }),
    refuses: ['CLOSED', 'USER_NOT_FOUND'],
    example: { priority: 'high', tags: ['billing'] },
  },
  'ticket_messages.index': messages,
  'ticket_messages.answer': {
    ...TICKETS,
    summary: 'Answer a ticket, or write an internal message',
    description:
      'The end user gets an email about an answer. The email does not contain the text. The ticket then has the status `waiting`.',
    body: answerValidator,
    fields: {
      body: 'Markdown.',
      internal: 'Only members can read the message. Without `status`, the ticket does not change.',
      status: 'The new status of the ticket. Default for an answer: `waiting`.',
      attachmentIds: 'The ids of uploads by members. Another message must not use them.',
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
    description:
      'Use the `downloadUrl` of the attachment. The link is valid for 5 minutes and needs no other credential.',
    success: { status: 200, body: null, type: 'application/octet-stream', description: 'The file.' },
    refuses: ['FORBIDDEN', 'NOT_FOUND'],
  },
} satisfies Entries
