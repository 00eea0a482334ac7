import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { authorize, createVendor, seedLicense } from '#tests/testkit/runtime'

test.group('the blacklist in the console', () => {
  test('devices and networks are kept out, wrong ones refused, and let in again', async ({
    assert,
    browserContext,
  }) => {
    const vendor = await createVendor()
    const { key } = await seedLicense(vendor)
    const answerTo = async (hwid: string) => (await authorize(vendor, key, { sessionId: 'one', hwid })).body
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const values = page.getByLabel('Values, one per line')
    const add = page.getByRole('button', { name: 'Add to the blacklist' })
    await tab.goTo(`/${vendor.orgId}/products/${vendor.productId}?tab=blacklist`)
    await tab.signIn(vendor.email)
    await tab.sees('The blacklist is empty')
    await page.getByLabel('Reason').fill('Charged back')
    await values.fill('stolen-1\nstolen-2')
    await add.click()
    await tab.says('2 entries added')
    assert.equal(await values.inputValue(), '')
    await page.getByRole('cell', { name: 'stolen-2', exact: true }).waitFor()
    assert.equal((await answerTo('stolen-1')).reasonCode, 'HWID_BLACKLISTED')

    await page.getByLabel('Kind').selectOption('IP')
    await values.fill('203.0.113.0/24\nno address')
    await add.click()
    await page.getByRole('form', { name: 'Add blacklist entries' }).getByRole('alert').waitFor()
    await tab.isAccessible('an address that is none')
    assert.equal(await values.inputValue(), '203.0.113.0/24\nno address')
    await values.fill('203.0.113.0/24')
    await add.click()
    await tab.says('1 entry added')
    await page.getByRole('cell', { name: '203.0.113.0/24', exact: true }).waitFor()

    await page.getByRole('button', { name: 'Remove stolen-1' }).click()
    await page.getByRole('cell', { name: 'stolen-1', exact: true }).waitFor({ state: 'detached' })
    assert.isUndefined((await answerTo('stolen-1')).reasonCode)
    await page.reload()
    await page.getByRole('cell', { name: 'Charged back' }).waitFor()
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, 'there is no Chromium on this machine')
})
