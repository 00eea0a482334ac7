import { test } from '@japa/runner'
import type { Locator } from 'playwright'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { createTier, declareFeatures } from '#tests/testkit/tiers'

const NO_BROWSER = 'there is no Chromium on this machine'
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
    .skip(!hasBrowser, NO_BROWSER)
})

test.group('what the console takes away from licenses', () => {
  test('is confirmed for the change that was warned of, and for no other', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const { orgId, productId, token } = merchant
    await declareFeatures(merchant, [EXPORT, { name: 'print', type: 'boolean' }])
    const features = { export: true, print: true }
    const { id: tierId } = await createTier(merchant, { code: 'pro', name: 'Pro', features })
    await seedLicenses(merchant, 2, { tierId })
    await seedLicenses(merchant, 1, { features: { export: true } })
    await seedLicenses(merchant, 1200, { features: { print: true } })
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    const send = async (button: Locator) => {
      const answer = page.waitForResponse((response) => response.request().method() === 'PATCH')
      await button.click()
      return { status: (await answer).status(), sent: (await answer).request().postDataJSON() }
    }
    await tab.goTo(`/${orgId}/products/${productId}?tab=tiers`)
    await tab.signIn(merchant.email)
    await page.getByRole('button', { name: 'Pro', exact: true }).click()
    const [exporting, printing] = [dialog.getByLabel('export'), dialog.getByLabel('print')]
    const save = dialog.getByRole('button', { name: 'Save' })
    await exporting.selectOption('')
    assert.equal((await send(save)).status, 400)
    await dialog.getByText('This takes something away from 2 licenses. Save again to confirm.').waitFor()
    assert.equal(await dialog.getByText('confirm: true').count(), 0)
    await tab.isAccessible('a change to confirm')
    await exporting.selectOption('true')
    await printing.selectOption('')
    assert.deepInclude(await send(save), { status: 400 })
    const { sent } = await send(save)
    assert.containSubset(sent, { features: { export: true }, confirm: true })
    await dialog.waitFor({ state: 'detached' })
    const { tier } = (await call('GET', `/v1/dashboard/tiers/${tierId}`, { token })).body.data
    assert.deepEqual(tier.features, { export: true })

    const form = page.getByRole('form', { name: 'Features' })
    const saveAll = form.getByRole('button', { name: 'Save features' })
    await form.getByRole('button', { name: 'Remove export' }).click()
    await send(saveAll)
    await form.getByText('This takes something away from 3 licenses').waitFor()
    await form.getByRole('button', { name: 'Add a feature' }).click()
    await form.getByLabel('Name of feature 2').fill('export')
    await form.getByRole('button', { name: 'Remove print' }).click()
    assert.equal((await send(saveAll)).status, 400)
    await form.getByText('This takes something away from 1,200 licenses').waitFor()
    assert.equal(await form.getByText('confirm: true').count(), 0)
    assert.equal((await send(saveAll)).status, 200)
    await tab.says('Saved')
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)
})
