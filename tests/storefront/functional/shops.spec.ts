import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#kernel/secrets/ids'
import { storefront as config } from '#config/storefront'
import { call } from '#tests/testkit/api'
import { createCustomer } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'
import { createListing, createShop, newSlug, SHOP_DOMAIN, shopPath } from '#tests/testkit/shops'

const find = (hostname: string, headers = {}) =>
  call('GET', `/v1/storefront?hostname=${encodeURIComponent(hostname)}`, { headers, text: true })

/** contract/10-storefront#104-public */
test.group('shops as visitors find them', (group) => {
  group.setup(() => {
    config.domain = SHOP_DOMAIN
    return () => (config.domain = undefined)
  })

  test('a host name has many spellings', async ({ assert }) => {
    const { host, storefront, merchant } = await createShop()
    const { id } = await createListing(merchant)
    await createListing(merchant, { published: false })
    for (const spelt of [host, host.toUpperCase(), `${host}.`, `${host}:443`, `${host}.:8443`, ` ${host} `]) {
      const { status, body } = await find(spelt)
      assert.equal(status, 200, spelt)
      assert.equal(body.data.storefront.id, storefront.id)
      assert.deepEqual(
        body.data.listings.map((one: { id: string }) => one.id),
        [id]
      )
    }
  })

  test('refuses what is no host name, and knows neither hosts nor shops that are not there', async ({
    assert,
  }) => {
    for (const query of ['', '?hostname=', '?host=shop.example.com']) {
      assert.equal((await call('GET', `/v1/storefront${query}`)).body.error.code, 'MISSING_HOSTNAME')
    }
    for (const bad of [
      '127.0.0.1',
      '[::1]',
      'a b.example.com',
      'https://example.com',
      'a/b',
      '*.example.com',
      '-a.com',
    ]) {
      assert.equal((await find(bad)).body.error.code, 'VALIDATION_ERROR', bad)
    }
    for (const unknown of [
      'shop.example.net',
      `${newSlug()}.${SHOP_DOMAIN}`,
      SHOP_DOMAIN,
      `a.b.${SHOP_DOMAIN}`,
    ]) {
      assert.equal((await find(unknown)).body.error.code, 'ORG_NOT_FOUND', unknown)
    }
    const merchant = await createMerchant()
    const slug = newSlug()
    await call('PUT', shopPath(merchant), { token: merchant.token, body: { name: 'Shop', slug } })
    assert.equal((await find(`${slug}.${SHOP_DOMAIN}`)).body.error.code, 'STOREFRONT_NOT_FOUND')
  })

  test('is cached for a minute, and shows at once what was published and hidden', async ({ assert }) => {
    const { merchant, host, token } = await createShop()
    const first = await find(host, { origin: 'https://visitor.example' })
    assert.equal(first.headers.get('cache-control'), 'public, max-age=60')
    assert.equal(first.headers.get('access-control-allow-origin'), '*')
    assert.equal(first.headers.get('vary'), 'origin')
    const etag = first.headers.get('etag')!
    assert.equal((await find(host, { 'if-none-match': etag })).status, 304)
    const { id } = await createListing(merchant)
    const second = await find(host, { 'if-none-match': etag })
    assert.lengthOf(second.body.data.listings, 1)
    await call('POST', `${shopPath(merchant)}/listings/${id}/unpublish`, { token })
    assert.lengthOf((await find(host)).body.data.listings, 0)
    await call('DELETE', shopPath(merchant), { token })
    assert.equal((await find(host)).body.error.code, 'ORG_NOT_FOUND')
  })

  test('lists and shows what is published', async ({ assert }) => {
    const { merchant, storefront } = await createShop()
    const [one, two] = [await createListing(merchant), await createListing(merchant)]
    const hidden = await createListing(merchant, { published: false })
    const path = `/v1/storefront/${storefront.id}/listings`
    const page = (await call('GET', `${path}?limit=1`)).body.data
    const next = (await call('GET', `${path}?limit=1&cursor=${page.nextCursor}`)).body.data
    assert.deepEqual([page.listings[0].id, next.listings[0].id], [one.id, two.id])
    assert.equal((await call('GET', `${path}/${one.id}`)).body.data.listing.name, 'One year')
    const elsewhere = await createListing((await createShop()).merchant)
    for (const id of [hidden.id, elsewhere.id, newId()]) {
      assert.equal((await call('GET', `${path}/${id}`)).body.error.code, 'LISTING_NOT_FOUND')
    }
    for (const at of ['', `/${one.id}`]) {
      const unknown = await call('GET', `/v1/storefront/${newId()}/listings${at}`)
      assert.equal(unknown.body.error.code, 'STOREFRONT_NOT_FOUND')
    }
  })

  test('are shown to their own end users, who need no host name', async ({ assert }) => {
    const { merchant, host, token } = await createShop()
    await createListing(merchant)
    const customer = await createCustomer(merchant)
    const own = (accessToken: string) => call('GET', '/v1/enduser/storefront', { token: accessToken })
    const { status, body } = await own(customer.token)
    assert.equal(status, 200)
    assert.lengthOf(body.data.listings, 1)
    assert.deepEqual(body, (await find(host)).body)
    const elsewhere = await createCustomer(await createMerchant())
    assert.equal((await own(elsewhere.token)).body.error.code, 'STOREFRONT_NOT_FOUND')
    await call('DELETE', shopPath(merchant), { token })
    assert.equal((await own(customer.token)).body.error.code, 'STOREFRONT_NOT_FOUND')
  })

  test('show what they offer by its position', async ({ assert }) => {
    const { merchant, storefront, host } = await createShop()
    const made: string[] = []
    for (const position of [2, 0, 1, 0]) made.push((await createListing(merchant, { position })).id)
    const wanted = [1, 3, 2, 0].map((at) => made[at])
    const ids = ({ listings }: { listings: { id: string }[] }) => listings.map(({ id }) => id)
    assert.deepEqual(ids((await find(host)).body.data), wanted)
    const path = `/v1/storefront/${storefront.id}/listings?limit=3`
    const page = (await call('GET', path)).body.data
    const next = (await call('GET', `${path}&cursor=${page.nextCursor}`)).body.data
    assert.deepEqual([...ids(page), ...ids(next)], wanted)
    assert.isNull(next.nextCursor)
    for (const place of [[made[0]], [3_000_000_000, made[0]], [-1, made[0]]]) {
      const cursor = Buffer.from(JSON.stringify(['shown_listings', ...place])).toString('base64url')
      assert.equal((await call('GET', `${path}&cursor=${cursor}`)).body.error.code, 'INVALID_CURSOR')
    }
  })

  test('are found under names of their own that are proved', async ({ assert }) => {
    const { merchant, storefront } = await createShop()
    const host = `${newSlug()}.example.org`
    const add = (status: string) =>
      db.rawQuery(
        `insert into org_domains (id, org_id, hostname, purpose, status, token, created_at)
         values (?, ?, ?, 'hosting', ?, ?, now())`,
        [newId(), merchant.orgId, host, status, newId()]
      )
    await add('pending')
    assert.equal((await find(host)).body.error.code, 'ORG_NOT_FOUND')
    await db.rawQuery(`update org_domains set status = 'verified', verified_at = now() where hostname = ?`, [
      host,
    ])
    const { body } = await find(host.toUpperCase())
    assert.equal(body.data.storefront.id, storefront.id)
    assert.equal(body.data.storefront.url, `https://${host}`)
    assert.equal((await call('GET', `/v1/storefront/tls?domain=${host}`)).status, 200)
  })

  test('tells proxies for which hosts they may get certificates', async ({ assert }) => {
    const { host } = await createShop()
    const ask = (domain: string) => call('GET', `/v1/storefront/tls?domain=${domain}`)
    assert.equal((await ask(host.toUpperCase())).body.data.hostname, host)
    for (const unknown of ['example.net', '1.2.3.4']) {
      assert.equal((await ask(unknown)).body.error.code, 'NOT_FOUND')
    }
  })
})
