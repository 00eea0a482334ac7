import { test } from '@japa/runner'
import AdministerUser from '#accounts/actions/administer_user'
import { accounts } from '#config/accounts'
import { consoleUrl } from '#config/app'
import { SYSTEM } from '#kernel/audit/audit'
import { DAY } from '#kernel/time/millis'
import { newId } from '#kernel/secrets/ids'
import type { NewLicense } from '#licensing/actions/insert_licenses'
import { call } from '#tests/testkit/api'
import { createCustomer, createEndUser, own, signIn } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { lowered } from '#tests/testkit/limits'
import { createMerchant } from '#tests/testkit/merchant'
import { mailsTo } from '#tests/testkit/mails'
import { createListing, createShop, ordersPath, shopPath } from '#tests/testkit/shops'
import { createMember } from '#tests/testkit/team'
import { createTier } from '#tests/testkit/tiers'

const PATH = '/v1/enduser/orders'
const PRICE = { amount: 1900, currency: 'EUR' }

async function setUp() {
  const { merchant } = await createShop()
  const customer = await createCustomer(merchant)
  const claim = (body: object) => call('POST', PATH, { token: customer.token, body })
  const license = async (state: Partial<NewLicense> = {}) => {
    const [{ id }] = await seedLicenses(merchant, 1, state)
    await own(customer, id)
    return id
  }
  const read = async (id: string) =>
    (await call('GET', `/v1/dashboard/licenses/${id}`, { token: merchant.token })).body.data.license
  return { merchant, customer, claim, license, read }
}

const fixed = (days: number): Partial<NewLicense> => ({
  expirationMode: 'fixed',
  expiresAt: Date.now() + days * DAY,
})

/** contract/10-storefront#105-orders */
test.group('what end users order', () => {
  test('something free is theirs at once, with a mail, and is listed', async ({ assert }) => {
    const { merchant, customer, claim, read } = await setUp()
    const { id: listingId } = await createListing(merchant, {
      ...{ terms: { expiresAfterDays: 30, maxHwidResets: 2 }, metadata: { from: 'shop' } },
      ...{ policyOverride: { hwidLimit: 2 }, perCustomer: 2 },
    })
    const made = await claim({ listingId, quantity: 2, note: 'Two, please' })
    assert.equal(made.status, 201)
    const { order, checkout } = made.body.data
    assert.isNull(checkout)
    assert.containSubset(order, {
      ...{
        number: 1,
        state: 'fulfilled',
        source: 'claim',
        quantity: 2,
        amount: null,
        endUserId: customer.id,
      },
      ...{ note: 'Two, please', flags: [], listing: { id: listingId, name: 'One year' } },
    })
    assert.lengthOf(order.licenses, 2)
    const license = await read(order.licenses[0].id)
    assert.containSubset(license, {
      ...{ status: 'ACTIVE', expirationMode: 'afterActivation', expiresAfterDays: 30 },
      ...{ metadata: { from: 'shop' }, policyOverride: { hwidLimit: 2 } },
    })
    assert.deepEqual(
      (await call('GET', `${PATH}/${order.id}`, { token: customer.token })).body.data.order,
      order
    )
    const listed = await call('GET', PATH, { token: customer.token })
    assert.deepEqual(listed.body.data, { orders: [order], nextCursor: null })
    const [mail] = await mailsTo(customer.email)
    assert.include(mail.text, order.licenses[1].key)
    const owned = await call('GET', '/v1/enduser/licenses', { token: customer.token })
    assert.lengthOf(owned.body.data.licenses, 2)
  })

  test('a renewal extends from the expiry, or from now where that is past', async ({ assert }) => {
    const { merchant, claim, license, read } = await setUp()
    const { id: listingId } = await createListing(merchant, {
      kind: 'renewal',
      extendDays: 10,
      perCustomer: null,
    })
    const good = await license(fixed(5))
    assert.equal((await claim({ listingId, targetLicenseId: good })).status, 201)
    assert.closeTo(Date.parse((await read(good)).expiresAt), Date.now() + 15 * DAY, 60_000)
    const late = await license({ ...fixed(-20), status: 'EXPIRED' })
    assert.equal((await claim({ listingId, targetLicenseId: late })).body.data.order.licenses[0].id, late)
    const revived = await read(late)
    assert.equal(revived.status, 'ACTIVE')
    assert.closeTo(Date.parse(revived.expiresAt), Date.now() + 10 * DAY, 60_000)
  })

  test('an addon adds to what counts, whoever has given it', async ({ assert }) => {
    const { merchant, claim, license, read } = await setUp()
    const id = await license({ policyOverride: { hwidLimit: 3, ipLimit: 4 } })
    const addon = await createListing(merchant, { kind: 'addon', grant: { hwidLimit: 2, maxHwidResets: 4 } })
    await claim({ listingId: addon.id, targetLicenseId: id })
    assert.containSubset(await read(id), { policyOverride: { hwidLimit: 5, ipLimit: 4 }, maxHwidResets: 7 })
    const tier = await createTier(merchant, { policy: { hwidLimit: 7 } })
    const tiered = await license({ tierId: tier.id })
    await claim({ listingId: addon.id, targetLicenseId: tiered })
    const more = await createListing(merchant, { kind: 'addon', grant: { hwidLimit: 2 } })
    await claim({ listingId: more.id, targetLicenseId: tiered })
    assert.deepEqual((await read(tiered)).policyOverride, { hwidLimit: 9 })
  })

  test('is checked in the order of the contract', async ({ assert }) => {
    const { merchant, customer, claim, license } = await setUp()
    const renewal = await createListing(merchant, { kind: 'renewal', extendDays: 10, perCustomer: null })
    const hidden = await createListing(merchant, { published: false })
    const plain = await createListing(merchant)
    const refused = async (body: object) => (await claim(body)).body.error?.code
    for (const listingId of [newId(), hidden.id, (await createListing((await createShop()).merchant)).id]) {
      assert.equal(await refused({ listingId, targetLicenseId: newId() }), 'LISTING_NOT_FOUND')
    }
    const listingId = renewal.id
    assert.equal(await refused({ listingId }), 'TARGET_LICENSE_REQUIRED')
    assert.equal(await refused({ listingId, targetLicenseId: newId() }), 'LICENSE_NOT_FOUND')
    const [{ id: foreign }] = await seedLicenses(merchant, 1)
    assert.equal(await refused({ listingId, targetLicenseId: foreign }), 'LICENSE_NOT_OWNED')
    assert.equal(await refused({ listingId, targetLicenseId: await license() }), 'BAD_REQUEST')
    for (const status of ['REVOKED', 'SUSPENDED'] as const) {
      const targetLicenseId = await license({
        ...fixed(1),
        status,
        suspendedAt: status === 'SUSPENDED' ? Date.now() : null,
      })
      assert.equal(await refused({ listingId, targetLicenseId }), 'LICENSE_INACTIVE')
    }
    const targetLicenseId = await license(fixed(1))
    assert.equal(await refused({ listingId, targetLicenseId, quantity: 2 }), 'VALIDATION_ERROR')
    assert.equal(await refused({ listingId: plain.id, targetLicenseId }), 'VALIDATION_ERROR')
    assert.equal((await claim({ listingId: plain.id })).status, 201)
    assert.equal(await refused({ listingId: plain.id }), 'CONFLICT')
    const tagged = await createEndUser(merchant, {
      email: customer.email.replace('@', '+again@').toUpperCase(),
    })
    const { accessToken: token } = await signIn(tagged)
    const again = await call('POST', PATH, { token, body: { listingId: plain.id } })
    assert.equal(again.body.error.code, 'CONFLICT')
    const unproved = await signIn(await createEndUser(merchant, { proved: false }))
    const early = await call('POST', PATH, { token: unproved.accessToken, body: { listingId: newId() } })
    assert.equal(early.body.error.code, 'FORBIDDEN')
    await call('PUT', shopPath(merchant), {
      ...{
        token: merchant.token,
        body: { name: 'Off', slug: (await createShop()).slug + 'x', published: false },
      },
    })
    assert.equal(await refused({ listingId, targetLicenseId }), 'LISTING_NOT_FOUND')
  })

  test('something with a price waits for the merchant, or for billing and a processor', async ({
    assert,
  }) => {
    const { merchant, claim } = await setUp()
    const [admin, disabled] = [await createMember(merchant, 'ADMIN'), await createMember(merchant, 'OWNER')]
    await new AdministerUser().execute(disabled.userId, true, SYSTEM)
    const manual = await createListing(merchant, { price: PRICE, fulfilment: 'manual' })
    const made = await claim({ listingId: manual.id, quantity: 3 })
    assert.containSubset(made.body.data, {
      order: { state: 'pending', amount: 5700, currency: 'EUR', licenses: [] },
      checkout: null,
    })
    const [pending, ...more] = await mailsTo(merchant.email)
    assert.isEmpty(more)
    const mailed = [admin, disabled].map(async ({ email }) => (await mailsTo(email)).length)
    assert.deepEqual(await Promise.all(mailed), [1, 0])
    const { id } = made.body.data.order
    assert.include(pending.text, `\n  ${consoleUrl}/${merchant.orgId}/storefront/orders/${id}\n`)
    // It was published while it was free, so only the claim can be refused.
    const instant = await createListing(merchant)
    await call('POST', `${shopPath(merchant)}/listings/${instant.id}/unpublish`, { token: merchant.token })
    await call('PATCH', `${shopPath(merchant)}/listings/${instant.id}`, {
      ...{ token: merchant.token, body: { price: PRICE } },
    })
    await show(instant.id)
    assert.equal((await claim({ listingId: instant.id })).body.error.code, 'STAGING_BILLING_DISABLED')
    accounts.billingEnabled = true
    try {
      assert.equal((await claim({ listingId: instant.id })).body.error.code, 'PROCESSOR_NOT_READY')
    } finally {
      accounts.billingEnabled = false
    }
  })

  test('is limited by the hour; what came to nothing does not count', async ({ assert }) => {
    using _ = lowered({ ordersPerHour: 1 })
    const { merchant, claim } = await setUp()
    const { id: listingId } = await createListing(merchant, { perCustomer: null })
    assert.equal((await claim({ listingId: newId() })).status, 404)
    assert.equal((await claim({ listingId })).status, 201)
    assert.equal((await claim({ listingId })).body.error.code, 'RATE_LIMITED')
  })

  test("is nobody else's", async ({ assert }) => {
    const { merchant, claim } = await setUp()
    const { id: listingId } = await createListing(merchant)
    const { id } = (await claim({ listingId })).body.data.order
    const other = await signIn(await createEndUser(merchant))
    const foreign = await call('GET', `${PATH}/${id}`, { token: other.accessToken })
    assert.equal(foreign.body.error.code, 'NOT_FOUND')
    const stranger = await createMerchant()
    const elsewhere = await call('GET', `${ordersPath(stranger)}/${id}`, { token: stranger.token })
    assert.equal(elsewhere.body.error.code, 'NOT_FOUND')
  })
})

async function show(listingId: string) {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  await db.rawQuery('update listings set published = true where id = ?', [listingId])
}
