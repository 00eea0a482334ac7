import type { HttpContext } from '@adonisjs/core/http'
import { requirePermissions } from '#access/api_key_guard'
import type { LicenseFilter } from '#licensing/queries/license_filter'

/**
 * Requires that the caller may use the fields of a license filter. The licenses that a filter by owner finds tell whose
 * they are, so an API key needs the permission to see owners.
 * @throws Refusal PERMISSION_DENIED for an API key that filters by owner without end_user:read
 */
export function requireFilterRights(ctx: HttpContext, { endUserId }: Pick<LicenseFilter, 'endUserId'>) {
  if (endUserId) requirePermissions(ctx, ['end_user:read'])
}
