/**
 * Every event that a webhook endpoint can ask for (interface#62-event-catalog, contract#event-names-and-urls). An event
 * that is recorded in the outbox under a name that does not stand here is a mistake: nobody could subscribe to it.
 */
export const EVENT_NAMES = [
  'license.created',
  'license.updated',
  'license.authorized',
  'license.authorization_denied',
  'license.expired',
  'license.revoked',
  'license.unrevoked',
  'license.suspended',
  'license.unsuspended',
  'license.frozen',
  'license.unfrozen',
  'license.hwid_reset',
  'license.ip_reset',
  'license.deleted',
  'operation.completed',
  'operation.failed',
  'operation.cancelled',
  'api_key.created',
  'api_key.revoked',
  'api_key.rotated',
  'team.member_added',
  'team.member_removed',
  'test.ping',
] as const

/** Stands for every event in the `events` of an endpoint. */
export const ALL_EVENTS = '*'

const SUBSCRIBABLE = new Set<string>([...EVENT_NAMES, ALL_EVENTS])

/** Whether an endpoint may name this in its `events`. */
export function isSubscribable(name: string): boolean {
  return SUBSCRIBABLE.has(name)
}

/** The data of the event that the test route sends. */
export const TEST_DATA = { message: 'This is a test of your webhook endpoint.' }

/**
 * The body of a delivery (interface#61-envelope): the same bytes on every attempt. `data` is JSON already.
 */
export function envelope(event: string, data: string, at: number): string {
  return `{"event":${JSON.stringify(event)},"data":${data},"timestamp":"${new Date(at).toISOString()}"}`
}
