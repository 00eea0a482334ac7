import { answers, shape } from '#http/api/shapes'
import type { Entries } from '#http/api/route_entry'
import { NORMAL_TYPES } from '#storefront/rules/normal_event'
import type ProcessorEventsController from './processor_events_controller.js'
import { ProcessorEventShape, ProcessorShape } from './processor_shape.js'
import type ProcessorsController from './processors_controller.js'
import {
  newProcessorValidator,
  processorEventsValidator,
  processorPatchValidator,
  triedEventValidator,
} from './processors_input.js'

const { choice, exactly, flag, list, nextCursor, nullable, object, text, uuid } = shape
const TAG = { tag: 'Payment processors' }
const ONE = { processor: ProcessorShape }

/** The entries of payment processors and their events in the API document. */
export const PROCESSORS_API = {
  'processors.index': {
    ...TAG,
    summary: 'List the payment processors of an org',
    success: answers<ProcessorsController['index']>()({ processors: list(ProcessorShape) }),
  },
  'processors.store': {
    ...TAG,
    summary: 'Connect a payment processor',
    body: newProcessorValidator,
    fields: { secret: 'The secret with which the processor signs its events.' },
    success: answers<ProcessorsController['store']>(201)(ONE),
    refuses: ['LIMIT_REACHED'],
    example: { provider: 'stripe', name: 'Stripe', secret: 'whsec_example' },
  },
  'processors.show': {
    ...TAG,
    summary: 'Read a payment processor',
    success: answers<ProcessorsController['show']>()(ONE),
    refuses: ['NOT_FOUND'],
  },
  'processors.update': {
    ...TAG,
    summary: 'Change a payment processor',
    body: processorPatchValidator,
    fields: {
      secret:
        'A new secret is valid at once. A replaced secret stays valid for 24 hours, also if another one follows.',
    },
    success: answers<ProcessorsController['update']>()(ONE),
    refuses: ['NOT_FOUND'],
    example: { paused: true },
  },
  'processors.destroy': {
    ...TAG,
    summary: 'Delete a payment processor',
    description: 'Also deletes its events. Orders stay.',
    success: answers<ProcessorsController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND'],
  },
  'processor_events.index': {
    ...TAG,
    summary: 'List the events of a payment processor',
    description: 'Newest first. Events are kept for 90 days.',
    query: processorEventsValidator,
    success: answers<ProcessorEventsController['index']>()({
      events: list(ProcessorEventShape),
      nextCursor: nextCursor(),
    }),
    refuses: ['NOT_FOUND'],
  },
  'processor_events.try': {
    ...TAG,
    summary: 'Test an event',
    description: 'Shows what an event would do. Nothing is stored.',
    body: triedEventValidator,
    success: answers<ProcessorEventsController['try']>()({
      would: object({
        type: text(),
        meaning: nullable(choice(NORMAL_TYPES)),
        state: choice(['done', 'ignored']),
        result: text(),
      }),
    }),
    refuses: ['NOT_FOUND'],
    example: { event: { type: 'purchase.paid', id: 'evt_1', data: { ref: 'pay_1' } } },
  },
  'processor_events.replay': {
    ...TAG,
    summary: 'Replay an event',
    description:
      'Use this for an event that failed or was ignored, e.g. because its price was not yet mapped to a listing.',
    success: answers<ProcessorEventsController['replay']>()({ id: uuid() }),
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
  'processor_events.receive': {
    ...TAG,
    summary: 'Receive an event from a payment processor',
    description:
      'The payment processor calls this route. Its signature over the body is the credential. The status is 200 once the event is stored. The event is then processed.',
    success: answers<ProcessorEventsController['receive']>()({
      received: exactly(true),
      duplicate: flag('Whether the event had already been received.'),
    }),
    refuses: [
      ...(['NOT_FOUND', 'FORBIDDEN', 'SIGNATURE_REQUIRED', 'INVALID_SIGNATURE'] as const),
      ...(['SIGNATURE_EXPIRED', 'RATE_LIMITED', 'BAD_REQUEST'] as const),
    ],
  },
} satisfies Entries
