import type { TSchema } from 'typebox'
import type { Components } from './components.js'
import { shape } from './shapes.js'

const { choice, moment, object } = shape

const TEXTS: Record<string, string> = {
  'X-Service-Event': 'The name of the event.',
  'X-Service-Delivery': 'The id of the delivery, the same on each attempt.',
  'X-Service-Timestamp': 'The time of this attempt in Unix seconds.',
  'X-Service-Signature':
    'Lowercase hex HMAC-SHA256 of the raw body, keyed with the whole secret of the endpoint.',
  'webhook-id': 'The id of the delivery (Standard Webhooks).',
  'webhook-timestamp': 'The time of this attempt in Unix seconds (Standard Webhooks).',
  'webhook-signature': 'The signatures (Standard Webhooks).',
}

/** A delivery of an event to an endpoint of a merchant (interface#61-envelope). */
export function eventOperation(
  name: string,
  { summary, data }: { summary: string; data: TSchema },
  components: Components
) {
  const envelope = object({ event: choice([name]), data, timestamp: moment('When it happened.') })
  return {
    post: {
      operationId: `event.${name}`,
      tags: ['Events'],
      summary,
      security: [],
      parameters: Object.entries(TEXTS).map(([header, description]) => ({
        name: header,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: components.put(envelope) } },
      },
      responses: {
        '2XX': {
          description:
            'Received. Any other answer, or no answer within 10 seconds, leads to another attempt.',
        },
      },
    },
  }
}
