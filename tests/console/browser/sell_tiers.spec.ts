import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { createShop } from '#tests/testkit/shops'
import { createTier } from '#tests/testkit/tiers'

type Tier = { code: string }

test.group('tiers in the console', () => {
  test('one is made of features and a policy, and a license gets it and something of its own', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const read = async () => {
      const answer = await call('GET', `/v1/dashboard/licenses/${license.id}`, merchant)
      return answer.body.data.license
    }
    const tab = await ConsoleTab.signedIn(
      browserContext,
      assert,
      merchant,
      `/products/${merchant.productId}?tab=tiers`
    )
    const { page } = tab
    await page.getByRole('button', { name: 'Add a feature' }).click()
    await page.getByLabel('Name of feature 1').fill('export')
    await page.getByRole('button', { name: 'Save features' }).click()
    await tab.says('Saved')

    await page.getByRole('button', { name: 'New tier' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Pro')
    await dialog.getByLabel('Code').fill('no code!')
    await dialog.getByLabel('export').selectOption('true')
    await dialog.getByLabel('Device limit', { exact: true }).selectOption('limit')
    await dialog.getByLabel('Maximum devices', { exact: true }).fill('5')
    await tab.sees('A license runs on 5 devices')
    await tab.isAccessible('tier')
    await dialog.getByRole('button', { name: 'Create tier' }).click()
    await dialog.getByRole('alert').first().waitFor()
    await dialog.getByLabel('Code').fill('pro')
    await dialog.getByRole('button', { name: 'Create tier' }).click()
    await page.getByRole('cell', { name: 'Pro', exact: true }).waitFor()

    await page.getByRole('button', { name: 'Actions for Pro' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await dialog.getByLabel('Code').fill('pro')
    await dialog.getByRole('button', { name: 'Duplicate' }).click()
    await dialog.getByRole('alert').waitFor()
    await tab.isAccessible('duplicate of a tier')
    await dialog.getByLabel('Name').fill('Team')
    await dialog.getByLabel('Code').fill('team')
    await dialog.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('cell', { name: 'Team', exact: true }).waitFor()
    const { tiers } = (await call('GET', `/v1/dashboard/products/${merchant.productId}/tiers`, merchant)).body
      .data
    const [copy, origin] = ['team', 'pro'].map((code) => tiers.find((one: Tier) => one.code === code))
    for (const name of ['features', 'policy', 'terms'] as const)
      assert.deepEqual(copy[name], origin[name], name)

    await tab.goTo(`/${merchant.orgId}/licenses/${license.id}`)
    await page.getByRole('button', { name: 'Edit tier and policy' }).click()
    await dialog.getByLabel('Tier', { exact: true }).selectOption('Pro')
    await dialog.getByLabel('Concurrent sessions').fill('2')
    await tab.isAccessible('tier and policy')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { tier, features, policyOverride, effectivePolicy } = await read()
    assert.deepEqual(
      [tier, features, policyOverride],
      ['pro', { export: true }, { maxConcurrentSessions: 2 }]
    )
    assert.equal(effectivePolicy.hwidLimit, 5)

    await page.getByRole('button', { name: 'Edit metadata' }).click()
    await page.getByLabel('Name 1').fill('seats')
    await page.getByLabel('Value 1').fill('12')
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.getByLabel('Name 2').fill('note')
    await page.getByLabel('Value 2').fill('"12"')
    await tab.isAccessible('metadata')
    await call('PATCH', `/v1/dashboard/licenses/${license.id}`, {
      ...merchant,
      body: { metadata: { theirs: true } },
    })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await tab.sees('Somebody else changed this license in the meantime')
    assert.deepEqual((await read()).metadata, { theirs: true })
    await page.reload()
    await page.getByRole('button', { name: 'Edit metadata' }).click()
    await page.getByLabel('Name 2').fill('note')
    await page.getByLabel('Value 2').fill('"12"')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual((await read()).metadata, { theirs: true, note: '12' })
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, 'there is no Chromium on this machine')

  test('a changed product or tier is on the page of a license that was looked at before', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const { id: tierId } = await createTier(merchant, { name: 'Pro' })
    const [license] = await seedLicenses(merchant, 1, { tierId })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/licenses/${license.id}`)
    const { page } = tab
    const main = page.getByRole('navigation', { name: 'Main' })
    const dialog = page.getByRole('dialog')
    const sessions = page.getByLabel('Concurrent sessions')
    const shows = async (text: string) => {
      await main.getByRole('link', { name: 'Licenses' }).click()
      await page.getByRole('link', { name: license.key }).click()
      await page.getByRole('region', { name: 'Policy' }).getByText(text, { exact: true }).waitFor()
      await main.getByRole('link', { name: 'Products' }).click()
      await page.getByRole('link', { name: 'Editor' }).click()
    }
    await shows('Concurrent sessions')
    await sessions.fill('77')
    await sessions.press('Enter')
    await tab.says('Saved')
    await shows('77')
    await page.getByRole('link', { name: 'Tiers' }).click()
    await page.getByRole('button', { name: 'Pro', exact: true }).click()
    await dialog.getByLabel('Concurrent sessions').fill('88')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await shows('88')
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, 'there is no Chromium on this machine')

  test('the service refuses, although its field is not shown, and the message is', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const { orgId, productId } = merchant
    const body = { features: [{ name: 'notes', type: 'string' }] }
    await call('PATCH', `/v1/dashboard/products/${productId}`, { ...merchant, body })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/products/${productId}`)
    const { page } = tab
    const [form, dialog] = [page.getByRole('form', { name: 'Policy' }), page.getByRole('dialog')]
    const limitTo = async (within: typeof form) => {
      const mode = within.getByLabel('Device limit', { exact: true })
      await mode.selectOption('limit')
      await within.getByLabel('Maximum devices', { exact: true }).fill('0')
      await mode.selectOption('none')
    }
    await limitTo(form)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('alert').getByText('hwidLimit goes from 1 to').waitFor()

    await tab.goTo(`/${orgId}/products/${productId}?tab=tiers`)
    await page.getByRole('button', { name: 'New tier' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Pro')
    await dialog.getByLabel('Code').fill('pro')
    await limitTo(dialog)
    await dialog.getByRole('button', { name: 'Create tier' }).click()
    await dialog.getByRole('alert').getByText('hwidLimit goes from 1 to').waitFor()
    await dialog.getByLabel('Device limit', { exact: true }).selectOption('limit')
    await dialog.getByLabel('Maximum devices', { exact: true }).fill('2')
    await dialog.getByLabel('notes').fill('x'.repeat(9000))
    await dialog.getByRole('button', { name: 'Create tier' }).click()
    await dialog.getByRole('alert').getByText('bytes').waitFor()
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')

  test('the policy of a license or a listing is refused, and says so once', async ({
    assert,
    browserContext,
  }) => {
    const { merchant } = await createShop()
    const [license] = await seedLicenses(merchant, 1)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/licenses/${license.id}`)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    const isRefusedOnce = async (button: string) => {
      await dialog.getByLabel('Device resets allowed').fill('999999999')
      await dialog.getByRole('button', { name: button }).click()
      await dialog.getByText('maxHwidResets goes from').first().waitFor()
      assert.equal(await dialog.getByText('maxHwidResets goes from').count(), 1, button)
    }
    await page.getByRole('button', { name: 'Edit tier and policy' }).click()
    await isRefusedOnce('Save')
    await tab.goTo(`/${merchant.orgId}/storefront/listings`)
    await page.getByRole('button', { name: 'New listing' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Pro')
    await isRefusedOnce('Create listing')
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
