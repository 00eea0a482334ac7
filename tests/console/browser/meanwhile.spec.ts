import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runNewest } from '#tests/testkit/operations'
import { until } from '#tests/testkit/wait'
import { createEndpoint } from '#tests/testkit/webhooks'

const NO_BROWSER = 'there is no Chromium on this machine'
const fileOf = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(`key\n${name}-1\n`) })

/** Holds back the answer to the next request to an address, until the returned function is called. */
async function holdBack(page: Page, address: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    const response = await route.fetch()
    await promise
    await route.fulfill({ response })
  })
  return async () => {
    const answered = page.waitForResponse(address)
    resolve()
    await answered
    await page.unroute(address)
  }
}

test.group('an answer to a form that has changed meanwhile', () => {
  test('is no check of another file', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/import')
    const { page } = tab
    await page.getByLabel('Product').selectOption(merchant.productId)
    for (const change of [
      () => page.getByLabel('File').setInputFiles(fileOf('other')),
      () => page.getByLabel('If a key already exists').selectOption('update'),
    ]) {
      await page.getByLabel('File').setInputFiles(fileOf('first'))
      const answer = await holdBack(page, /\/licenses\/import\?/)
      await page.getByRole('button', { name: 'Run check' }).click()
      await page.getByRole('progressbar', { name: 'Upload' }).waitFor()
      await change()
      await answer()
      await page.getByRole('progressbar', { name: 'Upload' }).waitFor({ state: 'detached' })
      assert.equal(await page.getByText('Result of the check').count(), 0)
    }
    await page.getByRole('button', { name: 'Run check' }).click()
    await tab.sees('Result of the check')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('is no count of other deliveries', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: 'https://example.com/hook' })
    const tab = await ConsoleTab.signedIn(
      browserContext,
      assert,
      merchant,
      `/webhooks/${merchant.productId}/${id}`
    )
    const { page } = tab
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Redeliver failed events' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Since').fill('2026-11-01T00:00')
    const answer = await holdBack(page, /\/replay$/)
    await dialog.getByRole('button', { name: 'Count' }).click()
    await dialog.getByLabel('Deliveries').selectOption('cancelled')
    await answer()
    await dialog.locator('button[aria-busy=false]', { hasText: 'Count' }).waitFor()
    assert.equal(await dialog.getByText('There is nothing to redeliver').count(), 0)
    await dialog.getByRole('button', { name: 'Count' }).click()
    await dialog.getByText('There is nothing to redeliver').waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})

test.group('an answer to a click on a page that was left meanwhile', () => {
  test('takes nobody away from where they are', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 1)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    const { page } = tab
    await page.getByRole('row').nth(1).waitFor()
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    await page.route(/\/licenses\/export\?/, (route) => left.then(() => route.continue()))
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByRole('heading', { name: 'Products' }).waitFor()
    const answered = page.waitForResponse(/\/licenses\/export\?/)
    leave()
    assert.equal((await answered).status(), 202)
    await page.getByRole('button', { name: 'New product' }).click()
    await page.getByRole('dialog').waitFor()
    assert.match(page.url(), /\/products$/)

    await runNewest(merchant.orgId)
    await tab.goTo(`/${merchant.orgId}/import`)
    await page.getByLabel('Product').selectOption(merchant.productId)
    await page.getByLabel('File').setInputFiles(fileOf('late'))
    await page.getByRole('button', { name: 'Run check' }).click()
    await runNewest(merchant.orgId)
    const taken = await holdBack(page, /\/licenses\/import\?/)
    await page.getByRole('button', { name: 'Import 1' }).click()
    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByRole('heading', { name: 'Products' }).waitFor()
    await taken()
    await page.getByRole('button', { name: 'New product' }).click()
    await page.getByRole('dialog').waitFor()
    assert.match(page.url(), /\/products$/)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})

test.group('a form that adds something', () => {
  test('keeps what is typed while entries of the blacklist are being added', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const place = `/products/${merchant.productId}?tab=blacklist`
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, place)
    const { page } = tab
    const values = page.getByLabel('Values, one per line')
    const add = () => page.getByRole('button', { name: 'Add to the blacklist' }).click()
    await values.fill('one')
    const answer = await holdBack(page, /\/bulk$/)
    await add()
    await values.fill('two')
    await answer()
    await tab.says('1 entry added')
    assert.equal(await values.inputValue(), 'two')
    await add()
    await tab.says('1 entry added')
    await until('the form is empty', async () => (await values.inputValue()) === '')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('keeps the next file that is chosen during an upload', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const path = `products/${merchant.productId}/releases`
    const body = { version: '1.0.0' }
    const { release } = (await call('POST', `/v1/dashboard/${path}`, { ...merchant, body })).body.data
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/${path}/${release.id}`)
    const { page } = tab
    const [file, platform] = [page.getByLabel('File', { exact: true }), page.getByLabel('Platform')]
    const refused = page.getByRole('form', { name: 'Upload' }).getByRole('alert')
    const upload = () => page.getByRole('button', { name: 'Upload' }).click()
    const choose = async (name: string, text: string) => {
      await file.setInputFiles(fileOf(name))
      await platform.fill(text)
    }
    await choose('first', 'linux')
    const answer = await holdBack(page, /\/artifacts\//)
    await upload()
    await page.getByRole('progressbar', { name: 'Upload' }).waitFor()
    await choose('second', 'macos')
    await answer()
    await page.getByRole('cell', { name: 'first', exact: true }).waitFor()
    assert.match(await file.inputValue(), /second$/)
    assert.equal(await platform.inputValue(), 'macos')
    await upload()
    await page.getByRole('cell', { name: 'second', exact: true }).waitFor()
    await until('the form is empty', async () => (await file.inputValue()) === '')
    await choose('third', 'no platform!')
    await upload()
    await refused.first().waitFor()
    assert.equal(await refused.count(), 1)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
