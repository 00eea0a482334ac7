import { org, own, type Access } from './kinds.js'

const PROCESSORS = '/v1/dashboard/orgs/:orgId/storefront/processors'

/** Payment processors and their events. */
export const PROCESSORS_ACCESS: Record<string, Access> = {
  [`GET ${PROCESSORS}`]: org('ADMIN'),
  [`POST ${PROCESSORS}`]: org('ADMIN'),
  [`GET ${PROCESSORS}/:processorId`]: org('ADMIN'),
  [`PATCH ${PROCESSORS}/:processorId`]: org('ADMIN'),
  [`DELETE ${PROCESSORS}/:processorId`]: org('ADMIN'),
  [`POST ${PROCESSORS}/:processorId/try`]: org('ADMIN'),
  [`GET ${PROCESSORS}/:processorId/events`]: org('ADMIN'),
  [`POST ${PROCESSORS}/:processorId/events/:eventId/replay`]: org('ADMIN'),
  'POST /v1/processors/:processorId/events': own('storefront/processor_events: a signature'),
}
