import { hasPermission, type RequiredPermission, type Permission } from '#catalog/rules/permissions'
import type { LicenseStatus } from '#licensing/rules/license'
import type { ImportStep } from './step_list.js'

/**
 * Import events that require a permission of their own, like the routes that record these events
 * (contract/01-changes#rights-end-everything).
 */
const PERMISSION_OF = {
  'license.revoked': 'license:revoke',
  'license.unrevoked': 'license:unrevoke',
} as const

/**
 * The permission that an API key with the permissions `may` lacks for some steps; null if it may take them. `may` is
 * undefined for users, whose role has already been checked.
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

/** The permission that an API key lacks to create a license with this status; null if it may. */
export function lackingForStatus(
  status: LicenseStatus | undefined,
  may: Permission[] | undefined
): RequiredPermission | null {
  if (status !== 'REVOKED' || !may || hasPermission(may, 'license:revoke')) return null
  return 'license:revoke'
}
