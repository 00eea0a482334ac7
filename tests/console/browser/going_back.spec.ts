import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

const NO_BROWSER = 'there is no Chromium on this machine'

async function open(...[context, assert]: Parameters<typeof ConsoleTab.open>) {
  const merchant = await createMerchant()
  await seedLicenses(merchant, 3)
  const tab = await ConsoleTab.signedIn(context, assert, merchant, '')
  const { page } = tab
  const list = `/console/${merchant.orgId}/licenses`
  const dialog = page.getByRole('dialog', { name: 'New licenses' })
  const isAt = (address: string) => page.waitForURL((url) => `${url.pathname}${url.search}` === address)
  const isClosed = () => dialog.waitFor({ state: 'detached' })
  return { merchant, tab, page, list, dialog, isAt, isClosed }
}

test.group('going back', () => {
  test('leaves a list whose dialog was closed, and closes one that is open', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, tab, page, list, dialog, isAt, isClosed } = await open(browserContext, assert)
    await page.getByRole('link', { name: 'Licenses', exact: true }).click()
    const button = page.getByRole('button', { name: 'New license' })
    for (const close of ['Escape', 'Cancel']) {
      await button.click()
      await dialog.waitFor()
      if (close === 'Cancel') await dialog.getByRole('button', { name: 'Cancel' }).click()
      else for (const key of [close, close]) await page.keyboard.press(key)
      await isClosed()
      await isAt(list)
    }
    await button.click()
    await dialog.waitFor()
    await page.goBack()
    await isClosed()
    await isAt(list)
    await page.goBack()
    await isAt(`/console/${merchant.orgId}`)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('knows where a dialog was opened', async ({ assert, browserContext }) => {
    const { merchant, tab, page, list, dialog, isAt, isClosed } = await open(browserContext, assert)
    const openByPalette = async () => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /^Go to/ }).fill('New license')
      await page.keyboard.press('Enter')
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await isClosed()
    }
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await openByPalette()
    await isAt(list)
    await page.getByLabel('Status').selectOption('ACTIVE')
    await isAt(`${list}?status=ACTIVE`)
    await openByPalette()
    await isAt(`${list}?status=ACTIVE`)
    await page.goBack()
    await isAt(list)
    await page.goBack()
    await isAt(`/console/${merchant.orgId}`)

    await tab.goTo(`/${merchant.orgId}/licenses?new=1`)
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await isClosed()
    await isAt(list)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('to the page of another license closes the dialog of the one before', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const [first, second] = await seedLicenses(merchant, 2, { status: 'ACTIVE' })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/licenses/${first.id}`)
    const { page } = tab
    const isOn = (key: string) => page.getByRole('heading', { name: key }).waitFor()
    const revoke = page.getByRole('dialog', { name: 'Revoke license' })
    await isOn(first.key)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Go to/ }).fill(second.key)
    await page.getByRole('option', { name: second.key }).click()
    await isOn(second.key)
    await page.keyboard.press('r')
    await revoke.getByLabel('Reason').fill('Chargeback of the second')
    await page.goBack()
    await isOn(first.key)
    await revoke.waitFor({ state: 'detached' })
    await page.goForward()
    await isOn(second.key)
    assert.equal(await page.getByRole('dialog').count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
