import type { Permission } from '#catalog/rules/permissions'
import type { PortalPatch } from '#end_users/actions/change_portal'
import { call, type Answer } from './api.js'
import { openPortal } from './end_users.js'
import { createApiKey, createMerchant } from './merchant.js'

const WRITES: Permission[] = ['end_user:read', 'end_user:write']

/** A merchant with an open portal, and both ways in which the merchant's server makes an exchange. */
export async function createExchanger(settings: PortalPatch = {}, permissions = WRITES) {
  const merchant = await createMerchant()
  await openPortal(merchant, settings)
  const { key } = await createApiKey(merchant, permissions)
  const path = `/v1/products/${merchant.productId}/end-users/exchange`
  const exchange = (body: object, headers: Record<string, string> = {}) =>
    call('POST', path, { apiKey: key, body, headers })
  const sync = (body: object) => call('POST', '/api/auth/sync', { token: key, body })
  return { merchant, key, path, exchange, sync }
}

export const outcome = ({ status, body }: Answer) => `${status} ${body.error?.code ?? ''}`.trim()
