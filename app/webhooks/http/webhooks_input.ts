import vine from '@vinejs/vine'
import { webhooks } from '#config/webhooks'
import { MAX_URL_LENGTH, urlProblem } from '#kernel/net/endpoint_url'
import { DELIVERY_STATUSES } from '#webhooks/rules/attempt_outcome'
import { EVENT_NAMES, SUBSCRIBABLE } from '#kernel/outbox/events'
import { moment, momentFrom } from '#http/fields'
import { cursorField, limitField } from '#http/page'
import { strict, strictPatch, strictQuery } from '#http/strict'

/** A URL that deliveries may be sent to, judged by its text alone. */
const endpointUrl = vine.createRule(
  (value, _options, field) => {
    const problem = typeof value === 'string' ? urlProblem(value, webhooks.allowedSubnets) : null
    if (problem) field.report(problem, 'endpointUrl', field)
  },
  { toJSONSchema: (schema) => void Object.assign(schema, { format: 'uri', maxLength: MAX_URL_LENGTH }) }
)

function shortened(value: string): string {
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value)
}

const oneOf = vine.createRule<readonly string[]>(
  (value, names, field) => {
    if (typeof value === 'string' && !names.includes(value)) {
      const known = names.join(', ')
      field.report(`There is no event ${shortened(value)}: choose from ${known}`, 'eventName', field)
    }
  },
  { toJSONSchema: (schema, names) => void Object.assign(schema, { enum: names }) }
)

const url = () => vine.string().use(endpointUrl())
const events = () =>
  vine
    .array(vine.string().use(oneOf(SUBSCRIBABLE)))
    .minLength(1)
    .maxLength(50)
const enabled = () => vine.boolean({ strict: true }).optional()

const payload = () => vine.enum(['thin', 'full'] as const).optional()

export const endpointValidator = strict({
  url: url(),
  events: events(),
  enabled: enabled(),
  payload: payload(),
})

export const endpointChangesValidator = strictPatch({
  url: url().optional(),
  events: events().optional(),
  enabled: enabled(),
  payload: payload(),
})

/** Query of a list of deliveries. */
export const deliveryListValidator = strictQuery({
  status: vine.enum(DELIVERY_STATUSES).optional(),
  event: vine.string().use(oneOf(EVENT_NAMES)).optional(),
  since: moment().optional(),
  until: momentFrom('since'),
  limit: limitField(),
  cursor: cursorField(),
})

/** Selects the deliveries of an endpoint to send again. */
export const bulkReplayValidator = strict({
  status: vine.enum(['failed', 'cancelled', 'succeeded'] as const).optional(),
  event: vine.string().use(oneOf(EVENT_NAMES)).optional(),
  since: moment(),
  until: momentFrom('since'),
  dryRun: vine.boolean({ strict: true }).optional(),
})
