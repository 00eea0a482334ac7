import vine from '@vinejs/vine'
import { LICENSE_STATUSES } from '#licensing/rules/license'
import { uuid } from '#http/fields'
import { cursorField, cursorOf, DEFAULT_LIMIT, limitField } from '#http/page'
import { strict, strictQuery } from '#http/strict'

/** The query of an end user's list of licenses; read it with `ownLicensesQuery`. */
export const ownLicensesValidator = strictQuery({
  status: vine.enum(LICENSE_STATUSES).optional(),
  productId: uuid().optional(),
  limit: limitField(),
  cursor: cursorField(),
})

/** Reads the filter and page of that list. @throws Refusal VALIDATION_ERROR, INVALID_CURSOR */
export async function ownLicensesQuery(query: Record<string, unknown>) {
  const { status, productId, limit = DEFAULT_LIMIT } = await ownLicensesValidator.validate(query)
  return { filter: { status, productId }, page: { limit, cursor: cursorOf(query) } }
}

/** A license key as a person types it. The lookup ignores spaces in generated keys. */
export const typedKeyValidator = strict({ licenseKey: vine.string().minLength(1).maxLength(256) })
