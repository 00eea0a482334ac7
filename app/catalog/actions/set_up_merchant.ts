import { inject } from '@adonisjs/core'
import CreateApiKey, { type IssuedApiKey } from './create_api_key.js'
import CreateAccount from '#accounts/actions/create_account'
import CreateProduct from './create_product.js'
import type { Plan } from '#config/settings/plans'
import { PERMISSIONS } from '#catalog/rules/permissions'
import { together } from '#kernel/database/unit_of_work'

export type FirstMerchant = {
  email: string
  password: string
  orgName: string
  productName: string
  /** The plan of the user. The default is `enterprise`, so that the operator of a deployment is not limited. */
  plan?: Plan
}

export type MerchantSetup = {
  userId: string
  orgId: string
  productId: string
  /** The key for the merchant's own systems. */
  apiKey: IssuedApiKey
  /** The key for programs in the hands of end users. Its only permission is to authorize. */
  runtimeKey: IssuedApiKey
}

/**
 * Creates everything that a deployment needs before a user can sign in: a user who is a platform admin, an org, a
 * product, an API key with every permission for it, and an API key for programs
 * (contract#quickstart, contract#ace-commands, contract/01-changes#keys-in-programs). If one step fails, nothing is
 * created.
 */
@inject()
export default class SetUpMerchant {
  constructor(
    protected createAccount: CreateAccount,
    protected createProduct: CreateProduct,
    protected createApiKey: CreateApiKey
  ) {}

  execute({
    email,
    password,
    orgName,
    productName,
    plan = 'enterprise',
  }: FirstMerchant): Promise<MerchantSetup> {
    return together(async () => {
      const { userId, orgId } = await this.createAccount.execute({
        email,
        password,
        orgName,
        platformAdmin: true,
        plan,
      })
      const product = await this.createProduct.execute({ orgId }, { name: productName })
      const apiKey = await this.createApiKey.execute({
        orgId,
        productId: product.id,
        name: 'First key',
        permissions: PERMISSIONS.filter((permission) => permission !== 'license:write'),
      })
      const runtimeKey = await this.createApiKey.execute({
        orgId,
        productId: product.id,
        name: 'Programs',
        permissions: ['license:authorize'],
      })
      return { userId, orgId, productId: product.id, apiKey, runtimeKey }
    })
  }
}
