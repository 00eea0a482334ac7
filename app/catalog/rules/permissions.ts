/**
 * All permissions of API keys: both lists of the interface (interface#52-api-key-scopes), and the permissions of
 * contract/00-shared-rules.
 */
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
  // For the routes of contract/16-offline-files, which do not exist yet.
  'license:checkout',
  'blacklist:read',
  'blacklist:write',
  'end_user:read',
  'end_user:write',
  'order:read',
  'order:write',
  'analytics:read',
  'product:read',
  'product:write',
  'release:read',
  'release:write',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/**
 * A permission that a route can require. `license:write` is only a short form for two of them (contract#permissions).
 */
export type RequiredPermission = Exclude<Permission, 'license:write'>

const IMPLIED: Partial<Record<Permission, RequiredPermission[]>> = {
  'license:write': ['license:create', 'license:update'],
}

/** The message for a permission that a key does not have. */
export function lacking(permission: RequiredPermission): string {
  return `The API key lacks the permission ${permission}`
}

/** Returns true if the permissions of a key include the permission that a route requires. */
export function hasPermission(permissions: readonly string[], required: RequiredPermission): boolean {
  return permissions.some(
    (permission) => permission === required || IMPLIED[permission as Permission]?.includes(required)
  )
}
