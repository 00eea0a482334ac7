import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import { EVENT_STATES } from '#storefront/queries/find_processors'
import { PROCESSOR_STATES, PROVIDERS } from '#storefront/rules/processor'
import type { toLedgerEvent, toProcessor } from './processor_transformer.js'

const { choice, moment, named, nullable, text, uuid, whole } = shape

/** A processor (contract/10-storefront#106-processor-events). */
export const ProcessorShape = named(
  'Processor',
  {
    id: uuid(),
    provider: choice(PROVIDERS),
    name: text(),
    state: choice(
      PROCESSOR_STATES,
      '`connected`: no event is verified yet. `ready`: at least one event is verified. `failing`: 10 bad signatures in a row.'
    ),
    inboundUrl: text('The address to which the processor sends its events.'),
    createdAt: moment(),
  },
  'A payment processor of the merchant.'
)
same<ReturnType<typeof toProcessor>, Static<typeof ProcessorShape>>(true)

/** An event of a processor. */
export const ProcessorEventShape = named(
  'ProcessorEvent',
  {
    id: uuid(),
    providerEventId: text(),
    type: text('The event type, as the processor names it.'),
    state: choice(EVENT_STATES, '`ignored`: the event has no effect so far. You can replay it.'),
    tries: whole(),
    result: nullable(text('The result of the event.')),
    orderId: nullable(uuid()),
    receivedAt: moment(),
    doneAt: nullable(moment()),
  },
  'An event from a payment processor.'
)
same<ReturnType<typeof toLedgerEvent>, Static<typeof ProcessorEventShape>>(true)
