import { key, type Access } from './kinds.js'

/** The exchange, under both of its paths. */
export const EXCHANGE_ACCESS: Record<string, Access> = {
  'POST /v1/products/:productId/end-users/exchange': key('end_user:write'),
  'POST /api/auth/sync': key('end_user:write'),
}
