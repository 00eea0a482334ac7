/** Every permission that a key can be given: both lists of the interface (interface#52-api-key-scopes). */
export const PERMISSIONS = [
  'license:authorize',
  'license:read',
  'license:write',
  'license:create',
  'license:update',
  'license:delete',
  'license:revoke',
  'license:unrevoke',
  'license:reset_hwid',
  'license:reset_ip',
  'blacklist:read',
  'blacklist:write',
  'end_user:read',
  'analytics:read',
  'product:read',
  'product:write',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** What a route can ask for; `license:write` is only a short name for two of them (contract#permissions). */
export type ApiScope = Exclude<Permission, 'license:write'>

const IMPLIED: Partial<Record<Permission, ApiScope[]>> = {
  'license:write': ['license:create', 'license:update'],
}

/** The sentence about a scope that a key does not have. */
export function lacking(scope: ApiScope): string {
  return `The API key lacks the scope ${scope}`
}

/** Whether a key with these permissions has a scope. */
export function hasScope(permissions: readonly string[], scope: ApiScope): boolean {
  return permissions.some(
    (permission) => permission === scope || IMPLIED[permission as Permission]?.includes(scope)
  )
}
