import type { Infer } from '@vinejs/vine/types'
import { INCLUDED, listLicensesValidator } from './licenses_input.js'
import { cursorOf } from '#http/page'
import { onlyKnown } from '#http/strict'

/**
 * The query of a license list with its defaults (interface#8-limits).
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
    // Empty it means "from the beginning", which is not the same as a page (contract#license-lists).
    cursor: query.cursor === '' ? '' : cursorOf(query),
  }
}

/** The same for the routes of /api, which ignore parameters that they do not know. */
export function looseLicenseListQuery(query: Record<string, unknown>) {
  return licenseListQuery(onlyKnown(listLicensesValidator, query))
}
