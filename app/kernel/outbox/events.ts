type License = { licenseId: string }
type LicenseOfProduct = License & { productId: string }
type ApiKey = { apiKeyId: string; productId: string }
type EndUser = { endUserId: string }
type Order = { orderId: string; listingId: string; endUserId: string }
type Release = { releaseId: string; productId: string }
type Ticket = { ticketId: string; endUserId: string }
type Operation = {
  operationId: string
  type: string
  progress: Record<'total' | 'processed' | 'succeeded' | 'skipped' | 'failed', number | null>
}

/** A placeholder for the data of an event; only its type is used. */
type Holding<Data> = { readonly data?: Data }

function of<Data>(): Holding<Data> {
  return {}
}

/**
 * Every event that a webhook endpoint can subscribe to, with its data (interface#62-event-catalog,
 * contract#event-names-and-urls). An event must have a name of this catalog and the data given here; anything else does
 * not compile. Times are ISO texts.
 */
const EVENTS = {
  'license.created': of<License>(),
  'license.updated': of<License & { fields: string[] }>(),
  'license.authorized': of<LicenseOfProduct & { wasActivated: boolean; effectiveExpiresAt: string | null }>(),
  'license.authorization_denied': of<LicenseOfProduct & { reasonCode: string; message: string }>(),
  'license.expired': of<LicenseOfProduct & { effectiveExpiresAt: string | null }>(),
  'license.revoked': of<License>(),
  'license.unrevoked': of<License>(),
  'license.suspended': of<License>(),
  'license.unsuspended': of<License>(),
  'license.frozen': of<LicenseOfProduct & { frozenAt: string | null; frozenDaysRemaining: number | null }>(),
  'license.unfrozen': of<LicenseOfProduct>(),
  'license.hwid_reset': of<LicenseOfProduct & { resetCount: number }>(),
  'license.ip_reset': of<LicenseOfProduct & { resetCount: number }>(),
  'license.tier_changed': of<LicenseOfProduct & { from: string | null; to: string | null }>(),
  'license.deleted': of<LicenseOfProduct>(),
  'operation.completed': of<Operation>(),
  'operation.failed': of<Operation>(),
  'operation.cancelled': of<Operation>(),
  'api_key.created': of<ApiKey & { name: string; last4: string }>(),
  'api_key.revoked': of<ApiKey>(),
  'api_key.rotated': of<ApiKey & { last4: string }>(),
  'team.member_added': of<{ orgId: string; userId: string; role: string }>(),
  'team.member_removed': of<{ orgId: string; userId: string }>(),
  'end_user.created': of<EndUser>(),
  'end_user.updated': of<EndUser & { fields: string[] }>(),
  'end_user.banned': of<EndUser>(),
  'end_user.unbanned': of<EndUser>(),
  'end_user.merged': of<EndUser & { fromId: string }>(),
  'end_user.deleted': of<EndUser>(),
  'order.created': of<Order>(),
  'order.fulfilled': of<Order & { licenseIds: string[] }>(),
  'order.rejected': of<Order>(),
  'order.reversed': of<Order & { licenseIds: string[] }>(),
  'ticket.created': of<Ticket>(),
  'ticket.replied': of<Ticket & { messageId: string; author: 'user' | 'endUser' }>(),
  'ticket.closed': of<Ticket>(),
  'domain.verified': of<{ domainId: string }>(),
  'domain.lost': of<{ domainId: string }>(),
  'sso.updated': of<{ connectionId: string }>(),
  'sso.certificate_expiring': of<{ connectionId: string; fingerprint: string; expiresAt: string }>(),
  'release.published': of<Release & { version: string; channel: string }>(),
  'release.yanked': of<Release & { version: string }>(),
  'test.ping': of<{ message: string }>(),
}

export type EventName = keyof typeof EVENTS
export const EVENT_NAMES = Object.keys(EVENTS) as EventName[]

/** The data of each event. */
export type EventData = {
  [N in EventName]: (typeof EVENTS)[N] extends Holding<infer Data> ? Data : never
}

/** The events of licenses, which are also kept in their timelines. */
export type LicenseEventName = Extract<EventName, `license.${string}`>

/** An event with the data that belongs to its name. */
export type NamedEvent<Name extends EventName = EventName> = {
  [N in Name]: { name: N; data: EventData[N] }
}[Name]

/** Means every event in the `events` of an endpoint. */
export const ALL_EVENTS = '*'

/** What an endpoint may list in its `events`. */
export const SUBSCRIBABLE: readonly string[] = [...EVENT_NAMES, ALL_EVENTS]

/** The data of the event that the test route sends. */
export const TEST_DATA: EventData['test.ping'] = { message: 'This is a test of your webhook endpoint.' }

/** Builds the body of a delivery (interface#61-envelope); every attempt sends the same bytes. `data` is JSON text. */
export function envelope(event: string, data: string, at: number): string {
  return `{"event":${JSON.stringify(event)},"data":${data},"timestamp":"${new Date(at).toISOString()}"}`
}
