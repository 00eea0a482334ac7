import { test } from '@japa/runner'
import ExpireLicenses from '#licensing/actions/expire_licenses'
import PatchLicense from '#licensing/actions/patch_license'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { makeLicense, outgoingEvents } from '#tests/testkit/made_licenses'
import { createMerchant } from '#tests/testkit/merchant'

const FUTURE = '2090-01-01T00:00:00.000Z'
const AT = Date.parse(FUTURE)
const DAY = 86_400_000

for (const family of FAMILIES) {
  test.group(`${family}: PATCH a license`, () => {
    test('freezing shows itself and tells of it, once', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { license: url, headers, actor } = await familyOf(family, merchant)
      const license = await makeLicense(merchant, { expiresAt: AT })
      const freeze = () =>
        client.patch(url(license.id)).headers(headers).json({ frozen: true, reason: 'asked for' })
      const first = await freeze()
      first.assertStatus(200)
      const frozen = first.body().data.license
      assert.containSubset(frozen, { status: 'ACTIVE', frozen: true, expiresAt: FUTURE })
      assert.approximately(frozen.frozenDaysRemaining, (AT - Date.now()) / DAY, 0.02)
      const again = await freeze()
      again.assertStatus(200)
      assert.equal(again.body().data.license.frozenAt, frozen.frozenAt)
      const events = (await outgoingEvents(merchant)).filter(({ name }) => name !== 'license.created')
      assert.deepEqual(events, [
        {
          name: 'license.frozen',
          productId: merchant.productId,
          data: {
            licenseId: license.id,
            productId: merchant.productId,
            frozenAt: frozen.frozenAt,
            frozenDaysRemaining: frozen.frozenDaysRemaining,
          },
        },
      ])
      const timeline = await client.get(`${url(license.id)}/events`).headers(headers)
      const [row] = timeline.body().data.events
      assert.containSubset(row, {
        type: 'license.frozen',
        actor,
        reason: 'asked for',
        data: { before: { frozenAt: null } },
      })
    })

    test('a license that is not activated yet freezes with all of its days', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { license: url, headers } = await familyOf(family, merchant)
      const license = await makeLicense(merchant, { expiresAfterDays: 30 })
      const patch = (body: object) => client.patch(url(license.id)).headers(headers).json(body)
      const frozen = (await patch({ frozen: true })).body().data.license
      assert.containSubset(frozen, { frozenDaysRemaining: 30, effectiveExpiresAt: null })
      const [told] = (await outgoingEvents(merchant)).filter(({ name }) => name === 'license.frozen')
      assert.equal(told.data.frozenDaysRemaining, 30)
      const extended = (await patch({ extendDays: 7 })).body().data.license
      assert.equal(extended.frozenDaysRemaining, 37)
    })

    test('unfreezing moves expiresAt by the frozen time to the millisecond', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { license: url, headers } = await familyOf(family, merchant)
      const license = await makeLicense(merchant, { expiresAt: AT, expiresAfterDays: 30 })
      await new PatchLicense().execute(merchant.scope, license.id, { frozen: true }, {}, Date.now() - 5 * DAY)
      const before = Date.now()
      const response = await client.patch(url(license.id)).headers(headers).json({ frozen: false })
      response.assertStatus(200)
      const thawed = response.body().data.license
      assert.containSubset(thawed, { frozen: false, frozenAt: null, frozenDaysRemaining: null })
      const moved = Date.parse(thawed.expiresAt) - AT - 5 * DAY
      assert.isAtLeast(moved, before - Date.now())
      assert.isAtMost(Math.abs(moved), 1000)
      assert.equal(thawed.effectiveExpiresAt, thawed.expiresAt)
      const last = (await outgoingEvents(merchant)).at(-1)
      assert.deepEqual(last, {
        name: 'license.unfrozen',
        productId: merchant.productId,
        data: { licenseId: license.id, productId: merchant.productId },
      })
    })

    test('fields change together with one event that names them', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { license: url, headers } = await familyOf(family, merchant)
      const license = await makeLicense(merchant, { metadata: { old: true } })
      const response = await client
        .patch(url(license.id))
        .headers(headers)
        .json({
          expirationMode: 'both',
          expiresAt: FUTURE,
          expiresAfterDays: 10,
          maxHwidResets: 9,
          policyOverride: { maxConcurrentSessions: 2 },
          metadata: { new: [1, 2] },
        })
      response.assertStatus(200)
      const changed = response.body().data.license
      assert.containSubset(changed, {
        status: 'ACTIVE',
        expirationMode: 'both',
        expiresAt: FUTURE,
        expiresAfterDays: 10,
        effectiveExpiresAt: FUTURE,
        maxHwidResets: 9,
        policyOverride: { maxConcurrentSessions: 2 },
        effectivePolicy: { maxConcurrentSessions: 2, maxHwidResets: 9, hwidMode: 'none' },
      })
      assert.deepEqual(changed.metadata, { new: [1, 2] })
      const updates = (await outgoingEvents(merchant)).filter(({ name }) => name === 'license.updated')
      assert.lengthOf(updates, 1)
      assert.sameMembers(updates[0].data.fields as string[], [
        'expirationMode',
        'expiresAt',
        'expiresAfterDays',
        'maxHwidResets',
        'policyOverride',
        'metadata',
      ])
      const same = await client
        .patch(url(license.id))
        .headers(headers)
        .json({ expiresAt: FUTURE, metadata: { new: [1, 2] }, maxHwidResets: 9 })
      same.assertStatus(200)
      assert.lengthOf(
        (await outgoingEvents(merchant)).filter(({ name }) => name === 'license.updated'),
        1
      )
    })

    test('extendDays moves both limits and what a frozen license has left', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { license: url, headers } = await familyOf(family, merchant)
      const license = await makeLicense(merchant, { expiresAt: AT, expiresAfterDays: 10 })
      const patch = (body: object) => client.patch(url(license.id)).headers(headers).json(body)
      const frozen = (await patch({ frozen: true })).body().data.license
      const extended = await patch({ extendDays: 7 })
      extended.assertStatus(200)
      assert.containSubset(extended.body().data.license, {
        expiresAt: new Date(AT + 7 * DAY).toISOString(),
        expiresAfterDays: 17,
      })
      assert.approximately(
        extended.body().data.license.frozenDaysRemaining,
        frozen.frozenDaysRemaining + 7,
        0.011
      )
      assert.deepEqual((await outgoingEvents(merchant)).at(-1)!.data.fields, [
        'expiresAt',
        'expiresAfterDays',
      ])
    })

    test('a future expiry makes EXPIRED ACTIVE again, and the counts follow', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { license: url, headers, analytics: countsUrl } = await familyOf(family, merchant)
      const license = await makeLicense(merchant, { expiresAt: Date.now() + 50 }, Date.now() - 1000)
      const { expired } = await new ExpireLicenses().execute(undefined, () => Date.now() + 60)
      assert.isAtLeast(expired, 1)
      const analytics = async () => {
        const response = await client.get(countsUrl).headers(headers)
        return response.body().data.byStatus
      }
      assert.containSubset(await analytics(), { EXPIRED: 1, ACTIVE: 0 })
      const response = await client.patch(url(license.id)).headers(headers).json({ extendDays: 30 })
      response.assertStatus(200)
      assert.equal(response.body().data.license.status, 'ACTIVE')
      assert.containSubset(await analytics(), { EXPIRED: 0, ACTIVE: 1 })
      assert.deepEqual((await outgoingEvents(merchant)).at(-1)!.data.fields, ['expiresAt', 'status'])
    })
  })
}
