import { inject } from '@adonisjs/core'
import CreateApiKey, { type IssuedApiKey } from '#actions/api_keys/create_api_key'
import CreateAccount from '#actions/auth/create_account'
import CreateProduct from '#actions/products/create_product'
import { PERMISSIONS } from '#domain/api_key/scopes'
import { together } from '#services/unit_of_work'

export type FirstMerchant = {
  email: string
  password: string
  orgName: string
  productName: string
}

export type MerchantSetup = {
  userId: string
  orgId: string
  productId: string
  apiKey: IssuedApiKey
}

/**
 * Everything a deployment needs before anybody can sign in: a user who is platform admin, his org, a product
 * and an API key that may do everything for it (contract 7, `bootstrap` and quickstart). All or nothing.
 */
@inject()
export default class SetUpMerchant {
  constructor(
    protected createAccount: CreateAccount,
    protected createProduct: CreateProduct,
    protected createApiKey: CreateApiKey
  ) {}

  execute({ email, password, orgName, productName }: FirstMerchant): Promise<MerchantSetup> {
    return together(async () => {
      const { userId, orgId } = await this.createAccount.execute({
        email,
        password,
        orgName,
        platformAdmin: true,
      })
      const product = await this.createProduct.execute({ orgId }, { name: productName })
      const apiKey = await this.createApiKey.execute({
        orgId,
        productId: product.id,
        name: 'First key',
        permissions: PERMISSIONS.filter((permission) => permission !== 'license:write'),
      })
      return { userId, orgId, productId: product.id, apiKey }
    })
  }
}
