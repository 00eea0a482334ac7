import vine from '@vinejs/vine'
import { webhooks } from '#config/webhooks'
import { urlProblem } from '#domain/webhook/endpoint_url'
import { isSubscribable } from '#domain/webhook/events'
import { parseTimestamp } from '#domain/timestamps'
import { limitField } from './page.js'

/** An address that deliveries may be sent to, as far as its text tells. */
const endpointUrl = vine.createRule((value, _options, field) => {
  const problem = typeof value === 'string' ? urlProblem(value, webhooks.allowedSubnets) : null
  if (problem) field.report(problem, 'endpointUrl', field)
})

const eventName = vine.createRule((value, _options, field) => {
  if (typeof value === 'string' && !isSubscribable(value)) {
    field.report('There is no event of this name', 'eventName', field)
  }
})

/** A moment in ISO 8601 with a time zone. */
const moment = vine.createRule((value, _options, field) => {
  const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/
  if (typeof value !== 'string' || !form.test(value) || parseTimestamp(value) === null) {
    field.report(
      `The ${field.name} must be a time in ISO 8601, such as 2026-01-31T12:00:00Z`,
      'moment',
      field
    )
  }
})

const momentField = () =>
  vine
    .string()
    .use(moment())
    .transform((text) => parseTimestamp(text)!)
const url = () => vine.string().use(endpointUrl())
const events = () => vine.array(vine.string().use(eventName())).minLength(1).maxLength(50)
const enabled = () => vine.boolean({ strict: true }).optional()

export const endpointValidator = vine.create({ url: url(), events: events(), enabled: enabled() })

export const endpointChangesValidator = vine.create({
  url: url().optional(),
  events: events().optional(),
  enabled: enabled(),
})

/** Query of the list of deliveries. */
export const deliveryListValidator = vine.create({
  limit: limitField(),
})

/** Which deliveries of an endpoint to send once more. */
export const bulkReplayValidator = vine.create({
  status: vine.enum(['failed', 'cancelled', 'succeeded'] as const).optional(),
  event: vine.string().use(eventName()).optional(),
  since: momentField(),
  until: momentField().optional(),
  dryRun: vine.boolean({ strict: true }).optional(),
})
