import { hasScope, lacking, type Permission } from '#catalog/rules/scopes'
import type { LicenseStatus } from '#licensing/rules/license'
import type { ImportStep } from './step_list.js'

/**
 * Events of an import that need a scope of their own, as the routes do that tell them
 * (contract/01-changes#rights-end-everything).
 */
const SCOPE_OF = { 'license.revoked': 'license:revoke', 'license.unrevoked': 'license:unrevoke' } as const

/**
 * Why an API key with these scopes may not take these steps; null where it may. `may` is undefined for people, whose role
 * has been asked for already.
 */
export function forbiddenStep(steps: ImportStep[], may: Permission[] | undefined): string | null {
  for (const { event } of steps) {
    const scope = SCOPE_OF[event as keyof typeof SCOPE_OF]
    if (may && scope && !hasScope(may, scope)) return lacking(scope)
  }
  return null
}

/** Why such a key may not make a license of this status; null where it may. */
export function forbiddenStatus(
  status: LicenseStatus | undefined,
  may: Permission[] | undefined
): string | null {
  if (status !== 'REVOKED' || !may || hasScope(may, 'license:revoke')) return null
  return lacking('license:revoke')
}
