import type { NewLicense } from '#licensing/actions/insert_licenses'
import { PERMISSIONS } from '#catalog/rules/permissions'
import { call } from '#tests/testkit/api'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { listen, type Vendor } from '#tests/testkit/runtime'

/** A merchant with an API key that has all permissions, an endpoint for all events, and a license. */
export type Stage = { vendor: Vendor; license: NewLicense }

/** An action, the state that the license must be in, and the events that the action must produce. */
export type Place = {
  name: string
  state?: Partial<NewLicense>
  act: (stage: Stage) => Promise<unknown>
  events: string[]
}

export async function openPlace(state: Partial<NewLicense> = {}): Promise<Stage> {
  const merchant = await createMerchant()
  const permissions = PERMISSIONS.filter((one) => one !== 'license:write')
  const { id, key, signingSecret } = await createApiKey(merchant, permissions)
  const vendor = { ...merchant, keyId: id, key, signingSecret }
  await listen(vendor, ['*'])
  const [license] = await seedLicenses(vendor, 1, state)
  return { vendor, license }
}

const NOW = Date.now()

/** States of a license before an action. */
export const FROZEN = { frozenAt: NOW, pausedSince: NOW }
export const SUSPENDED = { status: 'SUSPENDED', suspendedAt: NOW, pausedSince: NOW } as const
export const REVOKED = { status: 'REVOKED' } as const
export const FIXED = { expirationMode: 'fixed', expiresAt: NOW + 86_400_000 } as const
export const PAST = { expirationMode: 'fixed', expiresAt: NOW - 1000 } as const

export const DONE = 'operation.completed'

/** Makes a call that must succeed, and works on the operation that it may have started until it ends. */
export async function send(method: string, path: string, options: Parameters<typeof call>[2]) {
  const { status, body } = await call(method, path, options)
  if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`)
  const operation = body.data.operation as { id: string } | undefined
  if (operation && status === 202) await runToEnd(operation.id)
  return body.data
}
