import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import { PRIORITIES } from '#support/rules/ticket'
import { TICKET_STATUSES } from '#support/rules/ticket_states'
import type { toAttachment, toMessage, toTicket } from './ticket_transformer.js'

const { choice, flag, list, moment, named, nullable, object, text, uuid, whole } = shape

const side = ['endUser', 'user'] as const

/** A ticket (contract/11-tickets). */
export const TicketShape = named(
  'Ticket',
  {
    id: uuid(),
    number: whole('The number of the ticket in its org, from 1.'),
    subject: text(),
    status: choice(
      TICKET_STATUSES,
      '`waiting`: waits for the end user. `resolved`: can be reopened. `closed`: final.'
    ),
    priority: choice(PRIORITIES),
    endUserId: uuid(),
    licenseId: nullable(uuid()),
    productId: nullable(uuid()),
    assigneeId: nullable(uuid('The member who is responsible for the ticket.')),
    followsTicketId: nullable(uuid('The closed ticket that this one continues.')),
    tags: list(text()),
    lastMessageAt: moment(),
    lastAuthor: choice(side),
    createdAt: moment(),
    resolvedAt: nullable(moment()),
    closedAt: nullable(moment()),
  },
  'A conversation between an end user and the merchant.'
)
same<ReturnType<typeof toTicket>, Static<typeof TicketShape>>(true)

/** An attachment (contract/11-tickets). */
export const AttachmentShape = named(
  'Attachment',
  {
    id: uuid(),
    name: text(),
    type: text('The media type, detected from the first bytes of the file.'),
    bytes: whole(),
    sha256: text('In hexadecimal.'),
    createdAt: moment(),
    downloadUrl: text('A download link. It is valid for 5 minutes and needs no other credential.'),
    downloadUrlExpiresAt: moment(),
  },
  'A file of a message in a ticket.'
)
same<ReturnType<typeof toAttachment>, Static<typeof AttachmentShape>>(true)

/** A message of a ticket (contract/11-tickets). */
export const TicketMessageShape = named(
  'TicketMessage',
  {
    id: uuid(),
    author: object({ type: choice(side), id: uuid(), name: nullable(text()) }),
    body: text('Markdown, as it was sent.'),
    internal: flag('Only members can read it. End users never see it.'),
    attachments: list(AttachmentShape),
    createdAt: moment(),
  },
  'A message of a ticket.'
)
same<ReturnType<typeof toMessage>, Static<typeof TicketMessageShape>>(true)
