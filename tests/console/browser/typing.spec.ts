import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'
import { SETTLED } from '../../../resources/console/src/ui/use_settled.js'

const NO_BROWSER = 'there is no Chromium on this machine'

/** Types one more letter at the worst moment: when the address changes to the text typed before. */
const TYPE_ON = `
  const replace = history.replaceState
  history.replaceState = function (...given) {
    replace.apply(this, given)
    if (!String(given[2]).endsWith('search=ab')) return
    history.replaceState = replace
    const input = document.querySelector('input[type=search]')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, 'abc')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }`

test.group('typing in the console', () => {
  test('loses no letter while the list is asked for', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 2)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    const { page } = tab
    await page.getByRole('row').nth(1).waitFor()
    await page.evaluate(TYPE_ON)
    const field = page.getByRole('searchbox', { name: 'Part of a license key' })
    await field.fill('ab')
    await page.waitForURL(/search=abc/)
    assert.equal(await field.inputValue(), 'abc')

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await until('the field is empty', async () => (await field.inputValue()) === '')
    await page.goBack()
    await until('the field is as before', async () => (await field.inputValue()) === 'abc')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('takes nobody back who has left for a page that still loads', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    const { page } = tab
    const field = page.getByRole('searchbox', { name: 'Part of a license key' })
    await field.waitFor()
    const { promise: loads, resolve: load } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', (route) => loads.then(() => route.continue()))
    await page.clock.install()
    await field.fill('ab')
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.waitForURL(/webhooks/)
    await page.clock.runFor(1000)
    load()
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('finds what Enter opens, wherever in the list somebody was before', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const [wanted] = await seedLicenses(merchant, 40)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    const { page } = tab
    await page.getByRole('row').nth(5).waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('End')
    await page.keyboard.press('/')
    await page.keyboard.type(wanted.key)
    await page.locator('[aria-rowcount="2"]').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: wanted.key }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a date takes effect once its year is whole, and is one step back', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    const { page } = tab
    const day = page.getByLabel('Created from')
    await day.focus()
    await page.clock.install()
    const entries = await page.evaluate<number>('history.length')
    await page.keyboard.type('0503')
    for (const digit of '2026') {
      await page.keyboard.press(digit)
      // Every part of a year is a year to the browser: 2, 20, 202.
      await page.clock.runFor(SETTLED)
    }
    await page.waitForURL(/from=2026-05-03/)
    assert.equal(await day.inputValue(), '2026-05-03')
    assert.equal(await page.evaluate('history.length'), entries + 1)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await until('the field is empty', async () => (await day.inputValue()) === '')
    await page.goBack()
    await until('the field is as before', async () => (await day.inputValue()) === '2026-05-03')
    await day.focus()
    await page.keyboard.press('Backspace')
    await page.waitForURL((url) => !url.searchParams.has('from'))
    await page.keyboard.type('06')
    await page.waitForURL(/from=2026-06-03/)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('in the palette asks once, when nobody types any more', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 2)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/products')
    const { page } = tab
    await page.getByRole('heading', { name: 'Products' }).waitFor()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/licenses?')) asked.push(request.url())
    })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type(license.key, { delay: 20 })
    await page.getByRole('option', { name: license.key }).waitFor()
    assert.lengthOf(asked, 1)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('metadata are not saved while a value would be lost', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    const save = () => dialog.getByRole('button', { name: 'Save' }).click()
    await tab.goTo(`/${merchant.orgId}/licenses/${license.id}`)
    await tab.signIn(merchant.email)
    await page.getByRole('button', { name: 'Edit metadata' }).click()
    await dialog.getByLabel('Value 1').fill('gold')
    await save()
    await dialog.getByText('Value 1 has no name').waitFor()
    await dialog.getByLabel('Name 1').fill('plan')
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await dialog.getByLabel('Name 2').fill('plan')
    await save()
    await dialog.getByText('There are two fields with the name plan').waitFor()
    await dialog.getByLabel('Name 2').fill('')
    await save()
    await tab.says('Saved')
    await tab.sees('"gold"')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
