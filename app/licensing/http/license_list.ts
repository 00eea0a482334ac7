import type { HttpContext } from '@adonisjs/core/http'
import type { View } from '#access/view'
import { requirePermissions } from '#access/api_key_guard'
import { toPagination } from '#http/pagination'
import type ListLicenses from '#licensing/queries/list_licenses'
import type { LicensePageQuery } from '#licensing/queries/list_licenses'
import { toListedLicense } from './license_transformer.js'

/**
 * Returns a license list in the form that every family answers (interface#listing-licenses). `include` adds the clock,
 * and the owner for readers who may see it (contract/01-changes#reads-for-a-console).
 * @throws Refusal PERMISSION_DENIED for an API key that requests owners without end_user:read
 */
export async function licenseList(ctx: HttpContext, list: ListLicenses, query: LicensePageQuery) {
  const view = viewOf(ctx, query.include?.includes('endUser'))
  const now = Date.now()
  const { licenses, page, total, nextCursor } = await list.execute(ctx.scope, query, now)
  return {
    licenses: licenses.map((one) => toListedLicense(one, view, now)),
    pagination: toPagination(page, query.pageSize, total),
    nextCursor,
  }
}

/**
 * What a caller sees of licenses. `owner` is true if they ask for owners by `include`, which users may always do.
 * @throws Refusal PERMISSION_DENIED for an API key that requests owners without end_user:read
 */
export function viewOf(ctx: HttpContext, owner = false): Pick<View, 'owner'> {
  if (owner) requirePermissions(ctx, ['end_user:read'])
  return { owner: owner || ctx.sees.owner }
}
