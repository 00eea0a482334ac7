import vine from '@vinejs/vine'
import { personName } from '#accounts/http/auth_input'
import { documented } from '#http/documented'
import { cursorField, cursorOf, DEFAULT_LIMIT, limitField } from '#http/page'
import { strict, strictPatch, strictQuery } from '#http/strict'
import { EVENT_STATES } from '#storefront/queries/find_processors'
import { PROVIDERS } from '#storefront/rules/processor'

const name = () => personName().minLength(1)
const secret = () => vine.string().minLength(8).maxLength(500)

/** The body for a new processor (contract/10-storefront#106-processor-events). */
export const newProcessorValidator = strict({
  provider: vine.enum(PROVIDERS),
  name: name(),
  secret: secret(),
})

export const processorPatchValidator = strictPatch({
  name: name().optional(),
  paused: vine.boolean({ strict: true }).optional(),
  secret: secret().optional(),
})

/** The body for a dry run: an event as its processor sends it. */
export const triedEventValidator = strict({
  event: vine
    .object({})
    .allowUnknownProperties()
    .use(documented({ description: 'The body of the event, as the processor sends it.' })),
})

/** The query of the list of events. Read it with `processorEventsQuery`. */
export const processorEventsValidator = strictQuery({
  state: vine.enum(EVENT_STATES).optional(),
  limit: limitField(),
  cursor: cursorField(),
})

/** Reads the state filter and the page of a list. @throws Refusal VALIDATION_ERROR, INVALID_CURSOR */
export async function processorEventsQuery(query: Record<string, unknown>) {
  const { limit = DEFAULT_LIMIT, state = null } = await processorEventsValidator.validate(query)
  return { state, page: { limit, cursor: cursorOf(query) } }
}
