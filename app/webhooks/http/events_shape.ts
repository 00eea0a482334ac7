import type { Static } from 'typebox'
import type { EventData } from '#kernel/outbox/events'
import { shape } from '#http/api/shapes'
import { same } from '#http/api/same'

const { choice, flag, list, moment, nullable, number, object, text, uuid, whole } = shape

const license = { licenseId: uuid() }
const licenseOfProduct = { ...license, productId: uuid() }
const apiKey = { apiKeyId: uuid(), productId: uuid() }
const endUser = { endUserId: uuid() }
const order = { orderId: uuid(), listingId: uuid(), endUserId: uuid() }
const release = { releaseId: uuid(), productId: uuid() }
const ticket = { ticketId: uuid(), endUserId: uuid() }
const count = () => nullable(whole())
const operation = {
  operationId: uuid(),
  type: text(),
  progress: object({
    total: count(),
    processed: count(),
    succeeded: count(),
    skipped: count(),
    failed: count(),
  }),
}

/** The payload of each event (interface#62-event-catalog, contract#event-names-and-urls). */
export const EventShapes = {
  'license.created': object(license),
  'license.updated': object({ ...license, fields: list(text(), 'The fields that changed.') }),
  'license.authorized': object({
    ...licenseOfProduct,
    wasActivated: flag(),
    effectiveExpiresAt: nullable(moment()),
  }),
  'license.authorization_denied': object({ ...licenseOfProduct, reasonCode: text(), message: text() }),
  'license.expired': object({ ...licenseOfProduct, effectiveExpiresAt: nullable(moment()) }),
  'license.revoked': object(license),
  'license.unrevoked': object(license),
  'license.suspended': object(license),
  'license.unsuspended': object(license),
  'license.frozen': object({
    ...licenseOfProduct,
    frozenAt: nullable(moment()),
    frozenDaysRemaining: nullable(number()),
  }),
  'license.unfrozen': object(licenseOfProduct),
  'license.hwid_reset': object({ ...licenseOfProduct, resetCount: whole() }),
  'license.ip_reset': object({ ...licenseOfProduct, resetCount: whole() }),
  'license.tier_changed': object({
    ...licenseOfProduct,
    from: nullable(uuid('The previous tier.')),
    to: nullable(uuid('The new tier.')),
  }),
  'license.deleted': object(licenseOfProduct),
  'operation.completed': object(operation),
  'operation.failed': object(operation),
  'operation.cancelled': object(operation),
  'api_key.created': object({ ...apiKey, name: text(), last4: text() }),
  'api_key.revoked': object(apiKey),
  'api_key.rotated': object({ ...apiKey, last4: text() }),
  'team.member_added': object({ orgId: uuid(), userId: uuid(), role: text() }),
  'team.member_removed': object({ orgId: uuid(), userId: uuid() }),
  'end_user.created': object(endUser),
  'end_user.updated': object({ ...endUser, fields: list(text(), 'The fields that changed.') }),
  'end_user.banned': object(endUser),
  'end_user.unbanned': object(endUser),
  'end_user.merged': object({
    ...endUser,
    fromId: uuid('The end user who was merged and no longer exists.'),
  }),
  'end_user.deleted': object(endUser),
  'order.created': object(order),
  'order.fulfilled': object({ ...order, licenseIds: list(uuid()) }),
  'order.rejected': object(order),
  'order.reversed': object({ ...order, licenseIds: list(uuid()) }),
  'ticket.created': object(ticket),
  'ticket.replied': object({ ...ticket, messageId: uuid(), author: choice(['user', 'endUser']) }),
  'ticket.closed': object(ticket),
  'domain.verified': object({ domainId: uuid() }),
  'domain.lost': object({ domainId: uuid() }),
  'sso.updated': object({ connectionId: uuid() }),
  'sso.certificate_expiring': object({ connectionId: uuid(), fingerprint: text(), expiresAt: moment() }),
  'release.published': object({ ...release, version: text(), channel: text() }),
  'release.yanked': object({ ...release, version: text() }),
  'test.ping': object({ message: text() }),
}

type Shown = { [Name in keyof typeof EventShapes]: Static<(typeof EventShapes)[Name]> }
same<EventData, Shown>(true)
