import db from '@adonisjs/lucid/services/db'
import { PERMISSIONS, type RequiredPermission } from '#catalog/rules/permissions'
import { ROLES, type Role } from '#orgs/rules/roles'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { signAccessToken, signToken } from '#kernel/secrets/tokens'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { createEndUser } from '#tests/testkit/end_users'
import { createTier } from '#tests/testkit/tiers'
import { createTicket } from '#tests/testkit/tickets'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMember } from '#tests/testkit/team'

export type Target = {
  merchant: Merchant
  licenseId: string
  apiKeyId: string
  ticketId: string
  endUserId: string
  tierId: string
  /** A payment processor of the org; without it, paths get an id that does not exist. */
  processorId?: string
}

/** Creates an org with a product, a license, an API key and an end user with a ticket, as a target for requests. */
export async function createTarget(): Promise<Target> {
  const merchant = await createMerchant()
  const [{ id: licenseId }] = await seedLicenses(merchant, 1)
  const { id: apiKeyId } = await createApiKey(merchant, ['license:read'])
  const { id: endUserId, orgId } = await createEndUser(merchant)
  const ticketId = await createTicket({ orgId, endUserId })
  const { id: tierId } = await createTier(merchant)
  return { merchant, licenseId, apiKeyId, ticketId, endUserId, tierId }
}

/** A path of the table with the ids of a target; subordinate records get an id that does not exist. */
export function pathTo(pattern: string, target: Target): string {
  const { merchant, licenseId, apiKeyId, ticketId, tierId, processorId } = target
  const ids: Record<string, string> = {
    ...(processorId && { processorId }),
    orgId: merchant.orgId,
    productId: merchant.productId,
    ticketId,
    tierId,
    id: pattern.includes('api-keys/:id') ? apiKeyId : licenseId,
  }
  return pattern.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? newId())
}

/** The credentials of a target's merchant, by the kind of the lines of the table that take them. */
export async function merchantCredentials({ merchant }: Target) {
  const { key } = await createApiKey(merchant, [...PERMISSIONS])
  const user = { token: merchant.token }
  return { user, role: user, key: { apiKey: key } }
}

/** A token for each role in a target's org. */
export async function tokensByRole({ merchant }: Target): Promise<Record<Role, string>> {
  const tokens: [Role, string][] = []
  for (const role of ROLES) tokens.push([role, (await createMember(merchant, role)).token])
  return Object.fromEntries(tokens) as Record<Role, string>
}

/** Credentials that no dashboard route accepts, with the code of the refusal. */
export async function badTokens(merchant: Merchant) {
  const gone = await createMerchant()
  await rows(db.connection(), 'delete from org_members where user_id = ?', [gone.userId])
  await rows(db.connection(), 'delete from users where id = ?', [gone.userId])
  const { key } = await createApiKey(merchant, ['license:read'])
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const expired = await signAccessToken(merchant.userId, Date.now() - 3_600_000)
  return [
    ['no credential', {}, 'UNAUTHORIZED'],
    ['an API key', { 'x-api-key': key }, 'UNAUTHORIZED'],
    ['an API key as Bearer', bearer(key), 'UNAUTHORIZED'],
    [
      'an end-user token',
      bearer(await signToken('end-user', merchant.userId, {}, Date.now())),
      'UNAUTHORIZED',
    ],
    ['an expired token', bearer(expired), 'EXPIRED_TOKEN'],
    ['the token of a user who is gone', bearer(gone.token), 'UNAUTHORIZED'],
    ['a malformed header', { authorization: `Token ${merchant.token}` }, 'UNAUTHORIZED'],
  ] as [string, Record<string, string>, string][]
}

/** API keys without a permission for a product, or not valid, with the code of the refusal. */
export async function badKeys(merchant: Merchant, permission: RequiredPermission | null) {
  const all = PERMISSIONS.filter((one) => one !== permission && one !== 'license:write')
  const alter = async (change: string) => {
    const { id, key } = await createApiKey(merchant, [...PERMISSIONS])
    await rows(db.connection(), `update api_keys set ${change} where id = ?`, [id])
    return key
  }
  const cases: [string, Record<string, string>, string][] = [
    ['no credential', {}, 'UNAUTHORIZED'],
    ['a user token', { authorization: `Bearer ${merchant.token}` }, 'UNAUTHORIZED'],
    ['an unknown key', { 'x-api-key': `svc_${'0'.repeat(40)}` }, 'UNAUTHORIZED'],
    ['an expired key', { 'x-api-key': await alter('expires_at = now()') }, 'UNAUTHORIZED'],
    ['a revoked key', { 'x-api-key': await alter('revoked_at = now()') }, 'UNAUTHORIZED'],
    [
      'a key without permissions',
      { 'x-api-key': await alter(`permissions = '{}'`) },
      'API_KEY_NO_PERMISSIONS',
    ],
  ]
  if (permission) {
    const { key } = await createApiKey(merchant, all)
    cases.push(['a key without the scope', { 'x-api-key': key }, 'PERMISSION_DENIED'])
  }
  return cases
}
