import vine from '@vinejs/vine'
import { documented } from '#http/documented'
import { uuid, written } from '#http/fields'
import { cursorField, cursorOf, DEFAULT_LIMIT, limitField } from '#http/page'
import { strict, strictPatch, strictQuery } from '#http/strict'
import { ATTACHMENT_BOUNDS, PRIORITIES, TICKET_BOUNDS } from '#support/rules/ticket'
import { SETTABLE_STATUSES, TICKET_STATUSES } from '#support/rules/ticket_states'

/** Markdown, stored as it was sent. */
const body = () => written(TICKET_BOUNDS.body)

/** The rule checks the number, because too many must be refused as BAD_REQUEST. */
const attachmentIds = () =>
  vine
    .array(uuid())
    .use(documented({ maxItems: ATTACHMENT_BOUNDS.ofMessage }))
    .optional()

/** A ticket as its end user opens it (contract/11-tickets). */
export const newTicketValidator = strict({
  subject: vine.string().trim().minLength(3).maxLength(TICKET_BOUNDS.subject),
  body: body(),
  licenseId: uuid().optional(),
  productId: uuid().optional(),
  followsTicketId: uuid().optional(),
})

/** A message of the end user. */
export const ownMessageValidator = strict({ body: body(), attachmentIds: attachmentIds() })

/** A message of the merchant. */
export const answerValidator = strict({
  body: body(),
  internal: vine.boolean({ strict: true }).optional(),
  status: vine.enum(SETTABLE_STATUSES).optional(),
  attachmentIds: attachmentIds(),
})

/** Changes to a ticket by the merchant. */
export const ticketPatchValidator = strictPatch({
  status: vine.enum(SETTABLE_STATUSES).optional(),
  priority: vine.enum(PRIORITIES).optional(),
  assigneeId: uuid().nullable().optional(),
  tags: vine
    .array(vine.string().trim().minLength(1).maxLength(TICKET_BOUNDS.tag))
    .maxLength(TICKET_BOUNDS.tags)
    .optional(),
})

const status = () => vine.enum(TICKET_STATUSES).optional()

/** The query of an end user's own list; read it with `ownTicketsQuery`. */
export const ownTicketsValidator = strictQuery({
  status: status(),
  limit: limitField(),
  cursor: cursorField(),
})

/** The query of the merchant's list; read it with `ticketsQuery`. */
export const ticketsValidator = strictQuery({
  status: status(),
  assigneeId: uuid().optional(),
  endUserId: uuid().optional(),
  licenseId: uuid().optional(),
  search: vine.string().trim().minLength(1).maxLength(200).optional(),
  limit: limitField(),
  cursor: cursorField(),
})

/** Reads the filter and page of the merchant's list. @throws Refusal VALIDATION_ERROR, INVALID_CURSOR */
export async function ticketsQuery(query: Record<string, unknown>) {
  const { limit = DEFAULT_LIMIT, cursor: _, ...filter } = await ticketsValidator.validate(query)
  return { filter, page: { limit, cursor: cursorOf(query) } }
}

/** Reads the filter and page of an end user's own list. @throws Refusal VALIDATION_ERROR, INVALID_CURSOR */
export async function ownTicketsQuery(query: Record<string, unknown>) {
  const { limit = DEFAULT_LIMIT, cursor: _, ...filter } = await ownTicketsValidator.validate(query)
  return { filter, page: { limit, cursor: cursorOf(query) } }
}
