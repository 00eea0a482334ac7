import assert from 'node:assert/strict'
import type { ApiResponse } from '@japa/api-client'
import type { Permission } from '#catalog/rules/permissions'
import type { Actor } from '#kernel/audit/scope'
import { createApiKey, type Merchant } from './merchant.js'

/**
 * The two families of routes over the same licenses: a user's token, an API key (interface#1-what-the-service-does).
 */
export type FamilyName = 'dashboard' | 'keyed'
export const FAMILIES: FamilyName[] = ['dashboard', 'keyed']

/** How a caller of a family reaches the licenses of a merchant's product. */
export type Family = {
  licenses: string
  license: (id: string) => string
  blacklist: string
  analytics: string
  headers: Record<string, string>
  actor: Actor
}

/** The permissions that work on the licenses of a product needs, and no others. */
const PERMISSIONS: Permission[] = [
  'license:read',
  'license:create',
  'license:update',
  'license:delete',
  'license:revoke',
  'license:unrevoke',
  'license:reset_hwid',
  'license:reset_ip',
  'blacklist:read',
  'blacklist:write',
  'analytics:read',
]

/** A family for a merchant: as the user who owns the org, or with a new API key. */
export async function familyOf(
  name: FamilyName,
  merchant: Merchant,
  permissions: Permission[] = PERMISSIONS
): Promise<Family> {
  const { orgId, productId, userId, token } = merchant
  if (name === 'dashboard') {
    return {
      licenses: `/v1/dashboard/orgs/${orgId}/licenses`,
      license: (id) => `/v1/dashboard/licenses/${id}`,
      blacklist: `/v1/dashboard/blacklists/products/${productId}`,
      analytics: `/v1/dashboard/orgs/${orgId}/licenses/analytics`,
      headers: { authorization: `Bearer ${token}` },
      actor: { type: 'user', id: userId },
    }
  }
  const { id, key } = await createApiKey(merchant, permissions)
  const base = `/v1/products/${productId}`
  return {
    licenses: `${base}/licenses`,
    license: (license) => `${base}/licenses/${license}`,
    blacklist: `${base}/blacklist`,
    analytics: `${base}/analytics`,
    headers: { 'x-api-key': key },
    actor: { type: 'apiKey', id },
  }
}

/** Asserts a 400 with this code and, if a field is given, with a detail for that field. */
export function assertRefused(response: ApiResponse, code: string, field?: string | null) {
  response.assertStatus(400)
  const { error } = response.body() as { error: { code: string; details?: { field: string }[] } }
  assert.equal(error.code, code)
  if (field) {
    const fields = error.details?.map((one) => one.field) ?? []
    assert.ok(fields.includes(field), `${field} is not among ${fields}`)
  }
}
