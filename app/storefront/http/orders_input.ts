import vine from '@vinejs/vine'
import { emailAddress } from '#accounts/http/auth_input'
import { documented } from '#http/documented'
import { uuid, whole } from '#http/fields'
import { cursorField, cursorOf, DEFAULT_LIMIT, limitField } from '#http/page'
import { strict, strictQuery } from '#http/strict'
import { MOST_PIECES, ORDER_STATES } from '#storefront/rules/order'

const quantity = () => whole().range([1, MOST_PIECES]).optional()
const longText = (longest: number) => vine.string().trim().minLength(1).maxLength(longest)
const why = () => longText(1000).use(documented({ pattern: '\\S' }))

/** The body for an order of an end user (contract/10-storefront#105-orders). */
export const claimValidator = strict({
  listingId: uuid(),
  targetLicenseId: uuid().nullable().optional(),
  quantity: quantity(),
  note: vine.string().maxLength(1000).nullable().optional(),
})

/** The body for a sale that was made outside the service. */
export const saleValidator = strict({
  listingId: uuid(),
  endUserId: uuid().optional(),
  email: emailAddress().optional(),
  targetLicenseId: uuid().nullable().optional(),
  quantity: quantity(),
  reference: vine.string().maxLength(200).nullable().optional(),
})

export const rejectReasonValidator = strict({ reason: why() })
export const reversalValidator = strict({ reason: why(), force: vine.boolean({ strict: true }).optional() })

/** The query of the merchant's list. Read it with `ordersQuery`. */
export const ordersValidator = strictQuery({
  state: vine.enum(ORDER_STATES).optional(),
  endUserId: uuid().optional(),
  listingId: uuid().optional(),
  limit: limitField(),
  cursor: cursorField(),
})

/** Reads the filter and the page of a list. @throws Refusal VALIDATION_ERROR, INVALID_CURSOR */
export async function ordersQuery(query: Record<string, unknown>) {
  const { limit = DEFAULT_LIMIT, cursor: _, ...filter } = await ordersValidator.validate(query)
  return { filter, page: { limit, cursor: cursorOf(query) } }
}
