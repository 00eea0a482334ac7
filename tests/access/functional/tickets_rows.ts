import { endUser, org, own, thing, type Access } from './kinds.js'

const OWN = '/v1/enduser/tickets'
const TICKET = '/v1/dashboard/tickets/:ticketId'

/** Tickets, for end users and for the merchant. */
export const TICKETS_ACCESS: Record<string, Access> = {
  [`GET ${OWN}`]: endUser({ feature: 'tickets' }),
  [`POST ${OWN}`]: endUser({ feature: 'tickets' }),
  [`GET ${OWN}/:ticketId`]: endUser({ feature: 'tickets' }),
  [`GET ${OWN}/:ticketId/messages`]: endUser({ feature: 'tickets' }),
  [`POST ${OWN}/:ticketId/messages`]: endUser({ feature: 'tickets' }),
  [`POST ${OWN}/:ticketId/attachments`]: endUser({ feature: 'tickets' }),
  [`POST ${OWN}/:ticketId/close`]: endUser({ feature: 'tickets' }),
  [`POST ${OWN}/:ticketId/reopen`]: endUser({ feature: 'tickets' }),

  'GET /v1/dashboard/orgs/:orgId/tickets': org('VIEWER'),
  [`GET ${TICKET}`]: thing('VIEWER'),
  [`PATCH ${TICKET}`]: thing('MEMBER'),
  [`GET ${TICKET}/messages`]: thing('VIEWER'),
  [`POST ${TICKET}/messages`]: thing('MEMBER'),
  [`POST ${TICKET}/attachments`]: thing('MEMBER'),
  [`POST ${TICKET}/close`]: thing('MEMBER'),

  'GET /v1/files/attachments/:attachmentId': own('support/attachments: a signed link'),
}
