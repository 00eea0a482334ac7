import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { newSlug, shopPath } from '#tests/testkit/shops'

const portal = ({ orgId }: Merchant) => `/v1/dashboard/orgs/${orgId}/portal`
const branding = (name: string) => (url: string) => ({ branding: { [name]: url } })
const shop = (more: (url: string) => object) => (url: string) => ({
  name: 'Shop',
  slug: newSlug(),
  ...more(url),
})

/** Every field that takes an https address, and its request. */
const FIELDS = {
  'branding.logoUrl': ['PATCH', portal, branding('logoUrl')],
  'branding.termsUrl': ['PATCH', portal, branding('termsUrl')],
  'branding.privacyUrl': ['PATCH', portal, branding('privacyUrl')],
  termsUrl: ['PUT', shopPath, shop((termsUrl) => ({ termsUrl }))],
  'theme.logoUrl': ['PUT', shopPath, shop((logoUrl) => ({ theme: { logoUrl } }))],
  checkoutUrl: [
    'POST',
    (merchant: Merchant) => `${shopPath(merchant)}/listings`,
    (checkoutUrl: string, { productId }: Merchant) => ({ productId, name: 'Year', kind: 'new', checkoutUrl }),
  ],
} satisfies Record<
  string,
  [string, (merchant: Merchant) => string, (url: string, merchant: Merchant) => object]
>

/** contract/01-changes#said-to-the-caller */
test.group('a field for an https address', () => {
  test('says so of an address that begins otherwise: {$self}')
    .with(Object.keys(FIELDS) as (keyof typeof FIELDS)[])
    .run(async ({ assert }, name) => {
      const merchant = await createMerchant()
      const [method, path, body] = FIELDS[name]
      const send = (url: string) =>
        call(method, path(merchant), { token: merchant.token, body: body(url, merchant) })
      await call('PUT', shopPath(merchant), {
        token: merchant.token,
        body: { name: 'Shop', slug: newSlug() },
      })
      for (const [url, message] of [
        ['http://example.com/a', `The ${name} field must begin with https://`],
        ['example.com', `The ${name} field must begin with https://`],
        ['https://', `The ${name} field must be a valid URL`],
      ]) {
        const { status, body: answer } = await send(url)
        assert.equal(status, 400)
        assert.deepEqual(answer.error.details, [{ field: name, message }])
      }
      assert.isBelow((await send(' HTTPS://example.com/a')).status, 300)
    })
})
