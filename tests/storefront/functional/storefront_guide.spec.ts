import { test } from '@japa/runner'
import { dns } from '#config/dns'
import { storefront } from '#config/storefront'
import { newId } from '#kernel/secrets/ids'
import { DAY } from '#kernel/time/millis'
import { call } from '#tests/testkit/api'
import { startDnsServer } from '#tests/testkit/dns_server'
import { createCustomer, type Customer } from '#tests/testkit/end_users'
import { openGuideFolder, shellBlocks } from '#tests/testkit/guides'
import { BASE } from '#tests/testkit/http'
import { mailsTo } from '#tests/testkit/mails'
import { createMerchant, PASSWORD, type Merchant } from '#tests/testkit/merchant'
import { drain } from '#tests/testkit/processors'
import { textOf } from '#tests/testkit/project_files'
import { ordersPath } from '#tests/testkit/shops'

/** The content of the file that the quickstart leaves behind. */
function leftBy({ email, orgId, productId }: Merchant, customer: Customer): string {
  const endUser = { email: customer.email, refreshToken: customer.refreshToken }
  return JSON.stringify({ ...{ baseUrl: BASE, orgId, productId, email }, password: PASSWORD, endUser })
}

/** contract/10-storefront */
test.group('the guide to storefronts', (group) => {
  let names: Awaited<ReturnType<typeof startDnsServer>>
  group.setup(async () => {
    names = await startDnsServer()
    dns.servers = [names.server]
    // As in the quickstart: a domain of earlier tests would give the storefront a second host.
    const { domain } = storefront
    storefront.domain = undefined
    return () => {
      names.close()
      dns.servers = undefined
      storefront.domain = domain
    }
  })

  test('docs/storefront.md: its commands sell, renew and refund a license, give one away, prove a domain and sell by a relay', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const { token } = merchant
    const customer = await createCustomer(merchant)
    await using folder = await openGuideFolder({ 'quickstart.json': leftBy(merchant, customer) })
    const host = `shop-${newId()}.example.com`
    const [buyer, other] = [`${newId()}@example.com`, `${newId()}@example.com`]
    const orders = async () => (await call('GET', ordersPath(merchant), { token })).body.data.orders
    const license = async (id: string) =>
      (await call('GET', `/v1/dashboard/licenses/${id}`, { token })).body.data.license
    let printed = ''
    /** Runs the next commands, and processes the events that they sent, as the workers do. */
    const follow = async (block: string) => {
      const words = block
        .replaceAll('shop.example.com', host)
        .replaceAll('ada@example.com', buyer)
        .replaceAll('bo@example.com', other)
      printed = await folder.shell.run(words, 60_000)
      assert.notInclude(printed, '"ok":false', block)
      await drain()
    }
    const blocks = shellBlocks(await textOf('docs/storefront.md'))
    const upTo = async (part: string) => {
      while (!blocks[0].includes(part)) await follow(blocks.shift()!)
    }

    await upTo('"evt_2"')
    const [bought] = await orders()
    assert.containSubset(bought, { state: 'fulfilled', source: 'event', listing: { name: 'One year' } })
    const [{ id, key }] = bought.licenses
    assert.include((await mailsTo(buyer))[0].text, key)

    await upTo('"evt_3"')
    const renewed = await license(id)
    assert.equal(Date.parse(renewed.expiresAt), 1_963_072_000_000 + 3 * DAY)
    await upTo('FREE=')
    assert.equal((await orders())[0].state, 'reversed')
    assert.equal((await license(id)).status, 'REVOKED')

    await upTo('DOMAINS=')
    const [given] = await orders()
    assert.containSubset(given, { state: 'fulfilled', source: 'claim', endUserId: customer.id })
    assert.equal((await license(given.licenses[0].id)).status, 'ACTIVE')

    await upTo('/verify')
    const [name, value] = printed.trim().split('\n')
    names.records.set(name, [value])
    await upTo('RELAY=')
    assert.include(printed, `"hostnames":["${host}"]`)

    while (blocks.length > 0) await follow(blocks.shift()!)
    const [relayed] = await orders()
    assert.containSubset(relayed, { state: 'fulfilled', source: 'event', reference: 'pay_1', amount: 1900 })
    assert.include((await mailsTo(other))[0].text, relayed.licenses[0].key)
  }).timeout(120_000)
})
