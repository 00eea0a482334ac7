import { hasPermission, type RequiredPermission, type Permission } from '#catalog/rules/permissions'
import type { LicenseStatus } from '#licensing/rules/license'
import type { ImportStep } from './step_list.js'

/**
 * Events of an import that need a permission of their own, as the routes do that tell them
 * (contract/01-changes#rights-end-everything).
 */
const PERMISSION_OF = {
  'license.revoked': 'license:revoke',
  'license.unrevoked': 'license:unrevoke',
} as const

/**
 * The permission that an API key with these ones lacks for some steps; null where it may take them. `may` is undefined
 * for people, whose role has been checked already.
 */
export function lackingForSteps(
  steps: ImportStep[],
  may: Permission[] | undefined
): RequiredPermission | null {
  for (const { event } of steps) {
    const permission = PERMISSION_OF[event as keyof typeof PERMISSION_OF]
    if (may && permission && !hasPermission(may, permission)) return permission
  }
  return null
}

/** The permission that such a key lacks to make a license of this status; null where it may. */
export function lackingForStatus(
  status: LicenseStatus | undefined,
  may: Permission[] | undefined
): RequiredPermission | null {
  if (status !== 'REVOKED' || !may || hasPermission(may, 'license:revoke')) return null
  return 'license:revoke'
}
