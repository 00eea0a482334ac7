import type { Infer } from '@vinejs/vine/types'
import { INCLUDED, listLicensesValidator } from './licenses_input.js'
import { cursorOf } from '#http/page'
import { onlyKnown } from '#http/strict'

/**
 * Validates the query of a license list and adds its defaults (interface#8-limits).
 * @throws VALIDATION_ERROR, INVALID_CURSOR
 */
export async function licenseListQuery(query: Record<string, unknown>) {
  const asked: Infer<typeof listLicensesValidator> = await listLicensesValidator.validate(query)
  return {
    ...asked,
    page: asked.page ?? 1,
    pageSize: asked.pageSize ?? 50,
    include: asked.include && INCLUDED[asked.include],
    sort: asked.sort ?? '-createdAt',
    // An empty cursor means "from the beginning", which differs from no cursor (contract#license-lists).
    cursor: query.cursor === '' ? '' : cursorOf(query),
  }
}

/** Does the same for the routes of /api, which ignore unknown parameters. */
export function looseLicenseListQuery(query: Record<string, unknown>) {
  return licenseListQuery(onlyKnown(listLicensesValidator, query))
}
