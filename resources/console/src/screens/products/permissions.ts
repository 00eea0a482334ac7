import type { ApiKeysStoreData } from '../../api/types'

/** What a key may do, from programs at your customers' to your own systems. */
export const PERMISSIONS: ApiKeysStoreData['body']['permissions'] = [
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
  'end_user:write',
  'analytics:read',
  'product:read',
  'product:write',
]
