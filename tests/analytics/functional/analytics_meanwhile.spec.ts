import { test } from '@japa/runner'
import LicenseAnalyticsOf from '#analytics/queries/license_analytics'
import CreateProduct from '#catalog/actions/create_product'
import ListProducts from '#catalog/queries/list_products'
import CountLicenses from '#licensing/queries/count_licenses'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'

/** Counts after another caller has made a product with a license. */
class CountedAfter extends CountLicenses {
  constructor(readonly merchant: Merchant) {
    super()
  }

  override async counts(...asked: Parameters<CountLicenses['counts']>) {
    const { id: productId } = await new CreateProduct().execute(this.merchant, { name: 'Another' })
    await seedLicenses({ ...this.merchant, productId }, 1)
    return super.counts(...asked)
  }
}

/** interface#23-license-analytics-object */
test('the counts by product add up to the total while products are created', async ({ assert }) => {
  const merchant = await createMerchant()
  await seedLicenses(merchant, 2)
  const analytics = new LicenseAnalyticsOf(new CountedAfter(merchant), new ListProducts())
  const { total, byProduct } = await analytics.execute(merchant.scope)
  assert.equal(
    byProduct.reduce((sum, { count }) => sum + count, 0),
    total
  )
})
