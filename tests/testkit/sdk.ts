import { LatchkeyDashboard } from '#sdk/api/dashboard'
import { Latchkey } from '#sdk/api/latchkey'
import { PERMISSIONS } from '#catalog/rules/permissions'
import { BASE } from './http.js'
import { createApiKey, type Merchant } from './merchant.js'

/** The SDK with an API key of a merchant that has all permissions. */
export async function keyedSdk(merchant: Merchant): Promise<Latchkey> {
  const { key } = await createApiKey(merchant, [...PERMISSIONS])
  return Latchkey.connect({ baseUrl: BASE, apiKey: key })
}

/** The SDK with the access token of a merchant. */
export function dashboardSdk({ token }: Merchant): LatchkeyDashboard {
  return new LatchkeyDashboard({ baseUrl: BASE, tokens: { accessToken: token } })
}
