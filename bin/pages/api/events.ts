import type { TObject, TSchema } from 'typebox'
import { LicenseShape } from '#licensing/http/license_shape'
import { EventShapes } from '#webhooks/http/events_shape'
import { EVENT_NAMES, type EventName } from '#kernel/outbox/events'
import StartProblem from '#kernel/refusals/start_problem'
import { shape } from '#http/api/shapes'

const { nullable, object, optional } = shape

const SUMMARIES: Record<EventName, string> = {
  'license.created': 'A license was created',
  'license.updated': 'Fields of a license changed',
  'license.authorized': 'A program was let in',
  'license.authorization_denied': 'A program was refused',
  'license.expired': 'A license expired',
  'license.revoked': 'A license was revoked',
  'license.unrevoked': 'A revocation was taken back',
  'license.suspended': 'A license was suspended',
  'license.unsuspended': 'A suspension ended',
  'license.frozen': 'A license was frozen',
  'license.unfrozen': 'A license was unfrozen',
  'license.hwid_reset': 'The devices of a license were reset',
  'license.ip_reset': 'The addresses of a license were reset',
  'license.tier_changed': 'A license got another tier',
  'license.deleted': 'A license was deleted',
  'operation.completed': 'An operation completed',
  'operation.failed': 'An operation failed',
  'operation.cancelled': 'An operation was cancelled',
  'api_key.created': 'An API key was created',
  'api_key.revoked': 'An API key was revoked',
  'api_key.rotated': 'An API key was rotated',
  'team.member_added': 'Somebody joined the org',
  'team.member_removed': 'Somebody left the org',
  'end_user.created': 'An end user was made',
  'end_user.updated': 'Fields of an end user changed',
  'end_user.banned': 'An end user was banned',
  'end_user.unbanned': 'A ban was lifted',
  'end_user.merged': 'Two end users became one',
  'end_user.deleted': 'An end user was erased',
  'order.created': 'Somebody ordered something',
  'order.fulfilled': 'An order was fulfilled',
  'order.rejected': 'An order was rejected',
  'order.reversed': 'A fulfilled order was taken back',
  'ticket.created': 'An end user opened a ticket',
  'ticket.replied': 'A ticket got an answer',
  'ticket.closed': 'A ticket was closed',
  'domain.verified': 'A domain was verified',
  'domain.lost': 'A domain is no longer verified',
  'sso.updated': 'The SSO connection of an org was changed',
  'sso.certificate_expiring': 'A certificate of an identity provider ends soon',
  'release.published': 'A release was published',
  'release.yanked': 'A release was taken back',
  'test.ping': 'A test of the endpoint',
}

/** The license at the time when the delivery is sent; null if it has been deleted (`carriedInFull`). */
const InFull = optional(nullable(LicenseShape))

/** The data of an event as it is sent: an endpoint that requests full payloads gets the license with it. */
function sent(name: string, data: TObject): TSchema {
  return name.startsWith('license.') ? object({ ...data.properties, license: InFull }) : data
}

/**
 * Every event of the catalog, described.
 * @throws StartProblem that says where to describe an event, if one is not.
 */
export function describedEvents(names: readonly string[] = EVENT_NAMES) {
  return Object.fromEntries(
    names.map((name) => {
      const data = of(EventShapes, name, 'the shape of its data to app/webhooks/http/events_shape.ts')
      return [
        name,
        { summary: of(SUMMARIES, name, 'a sentence to bin/pages/api/events.ts'), data: sent(name, data) },
      ]
    })
  )
}

function of<Value>(table: Readonly<Record<string, Value>>, name: string, missing: string): Value {
  if (name in table) return table[name]
  throw new StartProblem(`The event ${name} is not described: add ${missing}`)
}
