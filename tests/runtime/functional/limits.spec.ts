import { test } from '@japa/runner'
import { lowered } from '#tests/testkit/limits'
import { authorize, createVendor, seedLicense } from '#tests/testkit/runtime'

test.group('runtime calls: rate limits', () => {
  test('a license has a window of its own, and a refused call takes nothing from the others', async ({
    assert,
  }) => {
    using _ = lowered({ licensePerMinute: 21, ipPerMinute: 100_000, productPerMinute: 500 })
    const vendor = await createVendor()
    const [license, other] = [await seedLicense(vendor), await seedLicense(vendor)]
    // They continue one session, because opening twenty sessions one after another may take longer than a call may.
    const again = () => authorize(vendor, license.key, { sessionId: 'mine' })
    assert.equal((await again()).status, 200)
    const answers = await Promise.all(Array.from({ length: 21 }, again))
    assert.lengthOf(
      answers.filter(({ status }) => status === 200),
      20
    )
    const refused = answers.find(({ status }) => status === 429)!
    assert.equal(refused.body.error!.code, 'RATE_LIMITED')
    assert.match(refused.headers.get('retry-after')!, /^([1-9]|[1-5]\d|60)$/)
    assert.equal(refused.headers.get('x-ratelimit-limit-product'), '500')
    const next = await authorize(vendor, other.key)
    assert.equal(next.status, 200)
    assert.equal(next.headers.get('x-ratelimit-remaining-product'), '478')
  })

  test('a call with a wrong signature does not count against the license', async ({ assert }) => {
    using _ = lowered({ licensePerMinute: 1 })
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    for (let time = 0; time < 3; time++) await authorize(vendor, license.key, {}, { secret: 'wrong' })
    assert.equal((await authorize(vendor, license.key)).status, 200)
    assert.equal((await authorize(vendor, license.key)).status, 429)
  })

  test('PRODUCT_RATE_LIMITED, with the headers of all windows', async ({ assert }) => {
    using _ = lowered({ productPerMinute: 1, keyPerMinute: { free: 9, pro: 9, business: 9, enterprise: 9 } })
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const first = await authorize(vendor, license.key)
    assert.equal(first.headers.get('x-ratelimit-limit-key'), '9')
    assert.equal(first.headers.get('x-ratelimit-remaining-key'), '8')
    assert.equal(first.headers.get('x-ratelimit-remaining-product'), '0')
    const second = await authorize(vendor, license.key)
    assert.equal(second.status, 429)
    assert.equal(second.body.error!.code, 'PRODUCT_RATE_LIMITED')
    assert.equal(second.headers.get('x-ratelimit-remaining-key'), '8')
  })
})
