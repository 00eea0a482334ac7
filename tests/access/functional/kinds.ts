import type { RequiredPermission } from '#catalog/rules/permissions'
import type { Role } from '#orgs/rules/roles'
import type { Feature } from '#end_users/rules/portal'

/** The callers that a route accepts, and the refusal of other callers; `access.spec.ts` tests every route. */
export type Access =
  | { kind: 'open' }
  | { kind: 'user' }
  | {
      kind: 'role'
      role: Role
      foreign: 'FORBIDDEN' | 'PRODUCT_NOT_FOUND' | 'LICENSE_NOT_FOUND' | 'NOT_FOUND'
    }
  | { kind: 'key'; permission: RequiredPermission | null }
  /** An end user's token; with `licenseKeys`, a token that was issued for a license key is enough. */
  | { kind: 'endUser'; feature?: Feature; licenseKeys?: boolean }
  /** A special credential; the named spec tests it. */
  | { kind: 'own'; triedBy: string }

export const open: Access = { kind: 'open' }
export const user: Access = { kind: 'user' }
export const org = (role: Role): Access => ({ kind: 'role', role, foreign: 'FORBIDDEN' })
export const product = (role: Role): Access => ({ kind: 'role', role, foreign: 'PRODUCT_NOT_FOUND' })
export const license = (role: Role): Access => ({ kind: 'role', role, foreign: 'LICENSE_NOT_FOUND' })
export const thing = (role: Role): Access => ({ kind: 'role', role, foreign: 'NOT_FOUND' })
export const key = (permission: RequiredPermission | null): Access => ({ kind: 'key', permission })
export const endUser = (options: { feature?: Feature; licenseKeys?: boolean } = {}): Access => ({
  kind: 'endUser',
  ...options,
})
export const own = (triedBy: string): Access => ({ kind: 'own', triedBy })
