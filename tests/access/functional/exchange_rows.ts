import { key, type Access } from './kinds.js'

/** The exchange, by both of its names. */
export const EXCHANGE_ACCESS: Record<string, Access> = {
  'POST /v1/products/:productId/end-users/exchange': key('end_user:write'),
  'POST /api/auth/sync': key('end_user:write'),
}
