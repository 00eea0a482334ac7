import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'

const whoami = async (apiKey: string) => {
  const { status, body } = await call('GET', '/v1/whoami', { apiKey })
  return status === 200 ? body.data.permissions : status
}

test.group('API keys in the console', () => {
  test('one is made with what it may do, shown once, rotated with grace, and revoked', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    const choose = async (entry: string) => {
      await page.getByRole('button', { name: 'Actions for Shop' }).click()
      await page.getByRole('menuitem', { name: entry }).click()
      await dialog.getByRole('button', { name: entry }).click()
    }
    await tab.goTo(`/${merchant.orgId}/products/${merchant.productId}?tab=keys`)
    await tab.signIn(merchant.email)
    await page.getByRole('button', { name: 'New API key' }).click()
    await dialog.getByLabel('Name').fill('Shop')
    await dialog.getByLabel('license:authorize').uncheck()
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    await dialog.getByRole('group', { name: 'Permissions' }).getByRole('alert').waitFor()
    await tab.isAccessible('API key without a permission')
    await dialog.getByLabel('license:read').check()
    await dialog.getByLabel('license:create').check()
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    const first = await tab.storesSecret()
    assert.sameMembers(await whoami(first), ['license:read', 'license:create'])
    await page.getByRole('cell', { name: 'license:read, license:create' }).waitFor()

    await choose('Rotate')
    const second = await tab.storesSecret()
    assert.notEqual(second, first)
    await page.getByRole('cell', { name: `…${second.slice(-4)}` }).waitFor()
    assert.deepEqual([(await whoami(first)).length, (await whoami(second)).length], [2, 2])
    assert.equal(await page.getByText(second).count(), 0)

    await choose('Revoke')
    await page.getByRole('cell', { name: 'Revoked' }).waitFor()
    assert.deepEqual([await whoami(first), await whoami(second)], [401, 401])
    assert.equal(await page.getByRole('button', { name: 'Actions for Shop' }).count(), 0)
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, 'there is no Chromium on this machine')

  test('one has a last day, and a dialog repeats no earlier refusal', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    const begin = () => page.getByRole('button', { name: 'New API key' }).click()
    const create = () => dialog.getByRole('button', { name: 'Create API key' }).click()
    await tab.goTo(`/${merchant.orgId}/products/${merchant.productId}?tab=keys`)
    await tab.signIn(merchant.email)
    await begin()
    await dialog.getByLabel('Name').fill('Trial')
    await dialog.getByLabel('Last day').fill('2020-01-01')
    await create()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await begin()
    await dialog.getByLabel('Name').fill('Trial')
    assert.equal(await dialog.getByRole('alert').count(), 0)
    await dialog.getByLabel('Last day').fill('2090-06-30')
    await create()
    await tab.storesSecret()
    await page.getByRole('cell', { name: '30 Jun 2090' }).waitFor()
    const path = `/v1/dashboard/products/${merchant.productId}/api-keys`
    const { apiKeys } = (await call('GET', path, merchant)).body.data
    assert.equal(apiKeys[0].expiresAt, '2090-06-30T23:59:59.000Z')
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, 'there is no Chromium on this machine')
})
