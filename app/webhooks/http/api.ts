import type { Code } from '#kernel/refusals/codes'
import type { Entries } from '#http/api/route_entry'
import { narrowed, someOf } from '#http/api/narrowed'
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
const notSent: Code[] = ['NOT_FOUND', 'ENDPOINT_DISABLED']

const fields = {
  url: 'http or https, without credentials, at a public address.',
  events: 'Names of the events that it receives; `*` is every event.',
  enabled: 'A disabled endpoint receives nothing; true if left out at creation.',
  payload:
    '`full` adds the license to each event of a license; `thin` sends ids alone, and is meant if left out.',
}

const deliveries = {
  ...WEBHOOKS,
  query: deliveryListValidator,
  fields: { since: 'Created at this moment or later.', until: 'Created at this moment or before.' },
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
    description: 'The answer shows the secret that signs its deliveries; only a rotation shows one again.',
    body: endpointValidator,
    fields,
    success: answers<WebhookEndpointsController['store']>(201)({ endpoint: WebhookEndpointWithSecretShape }),
    refuses: ['LIMIT_REACHED'],
    example: { url: 'https://shop.example.com/hooks', events: ['license.created', 'license.expired'] },
  },
  'webhook_endpoints.update': {
    ...WEBHOOKS,
    summary: 'Change a webhook endpoint',
    description: 'At least one field is needed. Disabling it cancels what is on its way.',
    body: narrowed(endpointChangesValidator, { allOf: [someOf('url', 'events', 'enabled', 'payload')] }),
    fields,
    success: answers<WebhookEndpointsController['update']>()({ endpoint: WebhookEndpointShape }),
    refuses: missing,
    example: { enabled: false },
  },
  'webhook_endpoints.destroy': {
    ...WEBHOOKS,
    summary: 'Delete a webhook endpoint',
    description: 'Its deliveries can still be read.',
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
    description: 'Those of all its products, oldest first.',
    query: limitValidator,
    success: answers<WebhookEndpointsController['index']>()({
      endpoints: list(WebhookEndpointShape),
      nextCursor: nextCursor(),
    }),
  },
  'webhook_deliveries.index': {
    ...deliveries,
    summary: 'List the deliveries of a webhook endpoint',
    description: 'Newest first; also of a deleted endpoint.',
    refuses: missing,
  },
  'webhook_deliveries.of_org': {
    ...deliveries,
    summary: 'List the deliveries of an org',
    description: 'Newest first; also of deleted endpoints.',
  },
  'webhook_deliveries.show': {
    ...WEBHOOKS,
    summary: 'Read a delivery',
    description: 'With its body and the first 2 KiB of each answer.',
    success: answers<WebhookDeliveriesController['show']>()({ delivery: DeliveryDetailShape }),
    refuses: missing,
  },
  'webhook_sends.test': {
    ...WEBHOOKS,
    summary: 'Send a test event',
    description: 'One attempt of `test.ping`, made before the answer.',
    success: answers<WebhookSendsController['test']>()({ delivery: DeliveryShape }),
    refuses: notSent,
  },
  'webhook_sends.replay': {
    ...WEBHOOKS,
    summary: 'Send a delivery once more',
    description: 'One attempt with the same event, made before the answer; it is a delivery of its own.',
    success: answers<WebhookSendsController['replay']>()({ delivery: DeliveryShape }),
    refuses: notSent,
  },
  'webhook_sends.replay_many': {
    ...WEBHOOKS,
    summary: 'Send many deliveries once more',
    description:
      'One new delivery, with retries, for each event. Events that are on their way are left out and, unless you repeat those with the status succeeded, events that have arrived since.',
    body: bulkReplayValidator,
    fields: {
      status: 'The status of the deliveries to repeat; failed if left out.',
      event: 'Only deliveries of this event.',
      until: 'Not before `since`; now if left out.',
      dryRun: 'Counts and sends nothing.',
    },
    success: answers<WebhookSendsController['replayMany']>()({
      count: whole('Events that are sent once more.'),
    }),
    refuses: notSent,
    example: { since: '2026-01-31T00:00:00Z', dryRun: true },
  },
} satisfies Entries
