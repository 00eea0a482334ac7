import { request } from 'node:http'
import { test } from '@japa/runner'
import { portalPage } from '#config/portal'
import { storefront as config } from '#config/storefront'
import { SYSTEM } from '#kernel/audit/audit'
import SuspendStorefront from '#storefront/actions/suspend_storefront'
import { call } from '#tests/testkit/api'
import { openPortal } from '#tests/testkit/end_users'
import { BASE } from '#tests/testkit/http'
import { connect, tell } from '#tests/testkit/processors'
import { createListing, createShop, SHOP_DOMAIN, shopPath } from '#tests/testkit/shops'

type Page = { status: number; headers: Record<string, string>; text: string }

/** Requests / with a Host header, which `fetch` would not send. */
function visit(host: string, headers: Record<string, string> = {}): Promise<Page> {
  return new Promise((resolve, reject) => {
    const sent = request(BASE, { headers: { host, ...headers } }, (response) => {
      let text = ''
      response.on('data', (part) => (text += part))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers as Record<string, string>, text })
      )
    })
    sent.once('error', reject).end()
  })
}

const NASTY = `<script>alert("x")</script>'&`

/** contract/10-storefront#104-public, contract/10-storefront#107-abuse */
test.group('the page of a shop', (group) => {
  group.setup(() => {
    config.domain = SHOP_DOMAIN
    return () => (config.domain = undefined)
  })

  test('shows under its host what is on offer, as text alone', async ({ assert }) => {
    const { merchant, token, slug, host } = await createShop()
    const theme = { accentColor: '#123456', logoUrl: 'https://cdn.example.com/logo.png?a=1&b="' }
    const body = {
      name: NASTY,
      description: NASTY,
      slug,
      published: true,
      supportEmail: 'a@example.com',
      theme,
    }
    assert.equal((await call('PUT', shopPath(merchant), { token, body })).status, 200)
    const { id } = await connect(merchant)
    await tell(id, 'hello', {})
    const price = { amount: 1900, currency: 'EUR' }
    await createListing(merchant, { name: NASTY, price, checkoutUrl: 'https://pay.example.com/?a=1&b=2' })
    await createListing(merchant, { name: 'Yen', price: { amount: 1900, currency: 'JPY' } })
    await createListing(merchant, { name: 'More time', kind: 'renewal', extendDays: 30 })
    await createListing(merchant, { name: 'Hidden', published: false })
    const { status, headers, text } = await visit(`${host.toUpperCase()}:443`)
    assert.equal(status, 200)
    assert.match(headers['content-type'], /^text\/html/)
    assert.include(headers['content-security-policy'], "default-src 'none'")
    assert.notInclude(text, '<script')
    assert.notInclude(text, NASTY)
    for (const shown of [
      ...['&lt;script&gt;', '€19.00', '¥1,900', 'Free', 'Renews a license by 30 days', '--accent: #123456'],
      ...['href="https://pay.example.com/?a=1&amp;b=2"', 'href="mailto:a%40example.com"', host],
    ]) {
      assert.include(text, shown)
    }
    assert.notInclude(text, 'Hidden')
    assert.equal((await visit(host, { 'if-none-match': headers.etag })).status, 304)
  })

  test('leads to the account of the customer, where there is a portal', async ({ assert }) => {
    const { merchant, token, slug, host } = await createShop()
    const { id: processorId } = await connect(merchant)
    await tell(processorId, 'hello', {})
    const price = { amount: 1900, currency: 'EUR' }
    const checkoutUrl = 'https://pay.example.com/'
    const made = [
      await createListing(merchant),
      await createListing(merchant, { price, fulfilment: 'manual' }),
      await createListing(merchant, { kind: 'renewal', extendDays: 30, price, checkoutUrl }),
      await createListing(merchant, { kind: 'addon', grant: { hwidLimit: 1 } }),
      await createListing(merchant, { price, checkoutUrl }),
    ]
    const links = async () => [...(await visit(host)).text.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)</g)]
    assert.deepEqual(
      (await links()).map(([, href, text]) => [href, text]),
      [
        [checkoutUrl, 'Buy'],
        [checkoutUrl, 'Buy'],
      ]
    )
    await openPortal(merchant)
    // The page is cached for a minute, unless something in the shop changes.
    await call('PUT', shopPath(merchant), { token, body: { name: 'Editor shop', slug } })
    const portal = portalPage(merchant.orgId)
    assert.deepEqual(
      (await links()).map(([, href, text]) => [href, text]),
      [
        [`${portal}/shop/${made[0].id}`, 'Get it'],
        [`${portal}/shop/${made[1].id}`, 'Get it'],
        [`${portal}/shop/${made[2].id}`, 'Renew a license'],
        [`${portal}/shop/${made[3].id}`, 'Add to a license'],
        [checkoutUrl, 'Buy'],
        [portal, 'Your licenses'],
      ]
    )
  })

  test('is nowhere else, and goes with the storefront', async ({ assert }) => {
    const { merchant, token, slug, host } = await createShop()
    for (const own of ['127.0.0.1', 'licenses.example.com', SHOP_DOMAIN, `nobody.${SHOP_DOMAIN}`]) {
      assert.include((await visit(own)).text, 'Software licensing service', own)
    }
    assert.include((await visit(host)).text, 'Nothing is on offer')
    await new SuspendStorefront().execute(slug, true, SYSTEM)
    const suspended = await visit(host)
    assert.deepEqual([suspended.status, JSON.parse(suspended.text).error.code], [404, 'STOREFRONT_NOT_FOUND'])
    await new SuspendStorefront().execute(slug, false, SYSTEM)
    const body = { name: 'Shop', slug, published: false }
    await call('PUT', shopPath(merchant), { token, body })
    assert.equal((await visit(host)).status, 404)
  })
})
