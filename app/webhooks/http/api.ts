import type { Code } from '#kernel/refusals/codes'
import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
import type WebhookDeliveriesController from './webhook_deliveries_controller.js'
import type WebhookEndpointsController from './webhook_endpoints_controller.js'
import type WebhookSendsController from './webhook_sends_controller.js'
import {
  DeliveryDetailShape,
  DeliveryShape,
  WebhookEndpointShape,
  WebhookEndpointWithSecretShape,
} from './webhook_shape.js'
import {
  bulkReplayValidator,
  deliveryListValidator,
  endpointChangesValidator,
  endpointValidator,
} from './webhooks_input.js'

const { list, nextCursor, uuid, whole } = shape

const WEBHOOKS = { tag: 'Webhooks' }
const missing: Code[] = ['NOT_FOUND']
const notSent: Code[] = ['NOT_FOUND', 'ENDPOINT_DISABLED', 'RATE_LIMITED']

const fields = {
  url: 'An http or https URL without credentials, at a public address.',
  events: 'The names of the events that the endpoint receives. `*` means every event.',
  enabled: 'A disabled endpoint receives nothing. Default at creation: true.',
  payload:
    '`full` adds the license to each event of a license. `thin` sends ids only. Default at creation: `thin`.',
}

const deliveries = {
  ...WEBHOOKS,
  query: deliveryListValidator,
  fields: { since: 'Created at or after this time.', until: 'Created at or before this time.' },
  success: answers<WebhookDeliveriesController['index']>()({
    deliveries: list(DeliveryShape),
    nextCursor: nextCursor(),
  }),
}

/** The API document's entries for webhook endpoints, deliveries, tests and replays. */
export const WEBHOOKS_API = {
  'webhook_endpoints.index': {
    ...WEBHOOKS,
    summary: 'List webhook endpoints',
    description: 'Oldest first.',
    query: limitValidator,
    success: answers<WebhookEndpointsController['index']>()({
      endpoints: list(WebhookEndpointShape),
      nextCursor: nextCursor(),
    }),
  },
  'webhook_endpoints.store': {
    ...WEBHOOKS,
    summary: 'Create a webhook endpoint',
    description:
      'The response contains the secret that signs the deliveries. Store it now: it is not shown again. A rotation creates and shows a new secret.',
    body: endpointValidator,
    fields,
    success: answers<WebhookEndpointsController['store']>(201)({ endpoint: WebhookEndpointWithSecretShape }),
    refuses: ['LIMIT_REACHED'],
    example: { url: 'https://shop.example.com/hooks', events: ['license.created', 'license.expired'] },
  },
  'webhook_endpoints.update': {
    ...WEBHOOKS,
    summary: 'Change a webhook endpoint',
    description:
      'Send at least one field. If you disable the endpoint, its pending deliveries are cancelled.',
    body: endpointChangesValidator,
    fields,
    success: answers<WebhookEndpointsController['update']>()({ endpoint: WebhookEndpointShape }),
    refuses: missing,
    example: { enabled: false },
  },
  'webhook_endpoints.destroy': {
    ...WEBHOOKS,
    summary: 'Delete a webhook endpoint',
    description: 'You can still read its deliveries.',
    success: answers<WebhookEndpointsController['destroy']>()({ id: uuid() }),
    refuses: missing,
  },
  'webhook_endpoints.rotate_secret': {
    ...WEBHOOKS,
    summary: 'Rotate the secret of a webhook endpoint',
    success: answers<WebhookEndpointsController['rotateSecret']>()({
      endpoint: WebhookEndpointWithSecretShape,
    }),
    refuses: missing,
  },
  'webhook_endpoints.of_org': {
    ...WEBHOOKS,
    summary: 'List the webhook endpoints of an org',
    description: 'The endpoints of all products of the org, oldest first.',
    query: limitValidator,
    success: answers<WebhookEndpointsController['index']>()({
      endpoints: list(WebhookEndpointShape),
      nextCursor: nextCursor(),
    }),
  },
  'webhook_deliveries.index': {
    ...deliveries,
    summary: 'List the deliveries of a webhook endpoint',
    description: 'Newest first. This also works for a deleted endpoint.',
    refuses: missing,
  },
  'webhook_deliveries.of_org': {
    ...deliveries,
    summary: 'List the deliveries of an org',
    description: 'Newest first. The list includes deliveries of deleted endpoints.',
  },
  'webhook_deliveries.show': {
    ...WEBHOOKS,
    summary: 'Read a delivery',
    description:
      'The response contains the body of the delivery and the first 2 KiB of each response from the endpoint.',
    success: answers<WebhookDeliveriesController['show']>()({ delivery: DeliveryDetailShape }),
    refuses: missing,
  },
  'webhook_sends.test': {
    ...WEBHOOKS,
    summary: 'Send a test event',
    description: 'Makes one attempt to send `test.ping`, then responds with the result.',
    success: answers<WebhookSendsController['test']>()({ delivery: DeliveryShape }),
    refuses: notSent,
  },
  'webhook_sends.replay': {
    ...WEBHOOKS,
    summary: 'Replay a delivery',
    description: 'Makes one attempt to send the same event as a new delivery, then responds with the result.',
    success: answers<WebhookSendsController['replay']>()({ delivery: DeliveryShape }),
    refuses: notSent,
  },
  'webhook_sends.replay_many': {
    ...WEBHOOKS,
    summary: 'Replay many deliveries',
    description:
      'Creates one new delivery, with retries, for each event. Events with a pending delivery are left out. Events that were delivered since then are also left out, unless `status` is succeeded.',
    body: bulkReplayValidator,
    fields: {
      status: 'The status of the deliveries to replay. Default: failed.',
      event: 'Replays only deliveries of this event.',
      until: 'Must not be before `since`. Default: now.',
      dryRun: 'Returns the count and sends nothing.',
    },
    success: answers<WebhookSendsController['replayMany']>()({
      count: whole('The number of events to replay.'),
    }),
    refuses: notSent,
    example: { since: '2026-01-31T00:00:00Z', dryRun: true },
  },
} satisfies Entries
