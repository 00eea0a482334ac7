import CreateProduct from '#catalog/actions/create_product'
import ChangeLicenseStatus from '#licensing/actions/change_license_status'
import { makeLicense, makeLicenses } from './made_licenses.js'
import { createMerchant, type Merchant } from './merchant.js'

export const analyticsPath = (merchant: Merchant) => `/v1/dashboard/orgs/${merchant.orgId}/licenses/analytics`

/** Four licenses of two products, one of them revoked, with the counts to expect. */
export async function merchantWithLicenses(now = Date.now()) {
  const merchant = await createMerchant()
  const viewer = await new CreateProduct().execute({ orgId: merchant.orgId }, { name: 'Viewer' })
  const [first] = await makeLicenses(merchant, { count: 3 }, now)
  await makeLicense(merchant, { productId: viewer.id }, now)
  await new ChangeLicenseStatus().execute(merchant.scope, first.id, 'revoke', null, now)
  const expected = {
    total: 4,
    byStatus: { PENDING: 0, ACTIVE: 3, EXPIRED: 0, REVOKED: 1, SUSPENDED: 0 },
    byProduct: [
      { productId: merchant.productId, productName: 'Editor', count: 3 },
      { productId: viewer.id, productName: 'Viewer', count: 1 },
    ],
  }
  return { merchant, viewerId: viewer.id, expected }
}
