import app from '@adonisjs/core/services/app'
import CreateApiKey from '#catalog/actions/create_api_key'
import CreateAccount from '#accounts/actions/create_account'
import CreateProduct from '#catalog/actions/create_product'
import type { Permission } from '#catalog/rules/permissions'
import type { Scope } from '#kernel/audit/scope'
import { newId } from '#kernel/secrets/ids'
import { signAccessToken } from '#kernel/secrets/tokens'

/** The password of every user that the tests create. */
export const PASSWORD = 'correct horse battery'

export type Merchant = Awaited<ReturnType<typeof createMerchant>>

/** Creates an API key for a merchant's product; the result has its secrets in plaintext. */
export function createApiKey(merchant: Merchant, permissions: Permission[]) {
  const { orgId, productId } = merchant
  return new CreateApiKey().execute({ orgId, productId, name: 'Test key', permissions })
}

/**
 * Creates a user with their own org and one product. Each test creates its own, so tests share a database without
 * cleaning it and never see each other's rows.
 */
export async function createMerchant() {
  const email = `${newId()}@example.com`
  const accounts = await app.container.make(CreateAccount)
  const { userId, orgId } = await accounts.execute({ email, password: PASSWORD })
  const product = await new CreateProduct().execute({ orgId }, { name: 'Editor' })
  const scope: Scope = { orgId, productId: null, actor: { type: 'user', id: userId } }
  return { email, userId, orgId, productId: product.id, scope, token: await signAccessToken(userId) }
}
