import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { createTier, declareFeatures } from '#tests/testkit/tiers'

const EXPORT = { name: 'export', type: 'boolean' } as const

test.group('features in the console that a product has withdrawn', () => {
  test('do not keep a tier or a license from being saved', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const { orgId, productId, token } = merchant
    await declareFeatures(merchant, [EXPORT, { name: 'old', type: 'boolean' }])
    const { id: tierId } = await createTier(merchant, { code: 'pro', name: 'Pro', features: { old: true } })
    const [license] = await seedLicenses(merchant, 1, { features: { old: true } })
    const body = { features: [EXPORT], confirm: true }
    await call('PATCH', `/v1/dashboard/products/${productId}`, { token, body })
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const dialog = page.getByRole('dialog')

    await tab.goTo(`/${orgId}/products/${productId}?tab=tiers`)
    await tab.signIn(merchant.email)
    await page.getByRole('button', { name: 'Pro', exact: true }).click()
    await dialog.getByLabel('export').selectOption('true')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { tier } = (await call('GET', `/v1/dashboard/tiers/${tierId}`, { token })).body.data
    assert.deepEqual(tier.features, { export: true })

    await tab.goTo(`/${orgId}/licenses/${license.id}`)
    await page.getByRole('button', { name: 'Edit tier and policy' }).click()
    await dialog.getByLabel('export').selectOption('false')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const read = await call('GET', `/v1/dashboard/licenses/${license.id}`, { token })
    assert.deepEqual(read.body.data.license.ownFeatures, { export: false })
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, 'there is no Chromium on this machine')
})
