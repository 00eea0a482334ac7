import type { Permission } from '#catalog/rules/permissions'
import { createApiKey, type Merchant } from './merchant.js'

/** One way to reach the end users of a merchant. */
export type PeopleFamily = {
  name: string
  base: string
  credential: { token?: string; apiKey?: string }
}

/** Both families of routes over the end users of a merchant. */
export async function peopleFamilies(merchant: Merchant): Promise<PeopleFamily[]> {
  const permissions: Permission[] = ['end_user:read', 'end_user:write']
  const { key } = await createApiKey(merchant, permissions)
  const base = `/v1/dashboard/orgs/${merchant.orgId}/end-users`
  return [
    { name: 'dashboard', base, credential: { token: merchant.token } },
    { name: 'keyed', base: '/v1/end-users', credential: { apiKey: key } },
  ]
}
