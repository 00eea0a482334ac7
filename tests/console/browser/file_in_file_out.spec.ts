import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'
import { runNewest } from '#tests/testkit/operations'
import { tempFolder } from '#tests/testkit/temp_folder'

/** The file that a click saves, as text. */
async function saved(page: Page, name: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name, exact: true }).click()
  return readFile(await (await download).path(), 'utf8')
}

const fileOf = (lines: string[]) => ({
  ...{ name: 'licenses.csv', mimeType: 'text/csv' },
  buffer: Buffer.from(['key,expirationMode', ...lines, ''].join('\n')),
})

test.group('files of licenses in the console', () => {
  test('one is checked, its bad rows are repaired, it is taken in, and comes out again', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const count = async () =>
      (await call('GET', `/v1/dashboard/orgs/${merchant.orgId}/licenses`, merchant)).body.data.pagination
        .total as number
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/import')
    const { page } = tab
    // The only product need not be chosen.
    await page.locator(`select:has(option[value="${merchant.productId}"]:checked)`).waitFor()
    await page.getByLabel('File').setInputFiles(fileOf(['GOOD-1,never', 'GOOD-1,never', 'BAD-1,sometimes']))
    await page.getByRole('button', { name: 'Run check' }).click()
    await runNewest(merchant.orgId)
    const failed = page.getByRole('region', { name: 'Skipped and failed' })
    await failed.getByRole('cell', { name: 'BAD-1' }).waitFor()
    await page.getByRole('button', { name: 'Import 1' }).waitFor()
    await tab.isAccessible('checked')
    assert.equal(await count(), 0)
    // A spreadsheet program takes the file for UTF-8 by its byte order mark alone.
    assert.match(await saved(page, 'Export CSV'), /^\ufeffkey,[^]*BAD-1/)

    await page.getByLabel('If a key already exists').selectOption('skip')
    await page.getByRole('button', { name: 'Import 1' }).waitFor({ state: 'detached' })
    await page.getByLabel('File').setInputFiles(fileOf(['GOOD-1,never', 'GOOD-2,never', 'OTHER-1,never']))
    await page.getByRole('button', { name: 'Run check' }).click()
    await runNewest(merchant.orgId)
    await page.getByRole('button', { name: 'Import 3' }).click()
    await page.getByRole('heading', { name: 'Import' }).and(page.locator('h1')).waitFor()
    await runNewest(merchant.orgId)
    await page.locator('.pill', { hasText: 'Completed' }).waitFor()
    await tab.isAccessible('imported')
    assert.equal(await count(), 3)

    await tab.goTo(`/${merchant.orgId}/licenses?search=GOOD`)
    await page.locator('[aria-rowcount="3"]').waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    await page.waitForURL(/\/operations\//)
    await runNewest(merchant.orgId)
    const [head, ...lines] = (await saved(page, 'Download')).split('\n').filter(Boolean)
    assert.match(head, /^\ufeffid,key,/)
    assert.deepEqual(lines.map((line) => /GOOD-\d/.exec(line)?.[0]).sort(), ['GOOD-1', 'GOOD-2'])
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, 'there is no Chromium on this machine')

  test('one with headings and dates of its own is read as the page says', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/import')
    const { page } = tab
    await page.getByLabel('Product').selectOption(merchant.productId)
    await page.getByLabel('File').setInputFiles({
      ...{ name: 'sold.csv', mimeType: 'text/csv' },
      buffer: Buffer.from('License Key;Mode;Expiry\nOWN-1;fixed;31.12.2090\n'),
    })
    await page.getByLabel('Column names').fill('serial:License Key')
    await page.getByRole('button', { name: 'Run check' }).click()
    await tab.sees('"serial" is not a column of an import')
    await page.getByLabel('Column names').fill('key:License Key,expirationMode:Mode,expiresAt:Expiry')
    await page.getByLabel('Date format').fill('dd.MM.yyyy')
    await tab.isAccessible('how a file is read')
    await page.getByRole('button', { name: 'Run check' }).click()
    await runNewest(merchant.orgId)
    await page.getByRole('button', { name: 'Import 1' }).click()
    await page.getByRole('heading', { name: 'Import' }).and(page.locator('h1')).waitFor()
    await runNewest(merchant.orgId)
    await page.locator('.pill', { hasText: 'Completed' }).waitFor()
    const { body } = await call('GET', `/v1/dashboard/orgs/${merchant.orgId}/licenses`, merchant)
    assert.containSubset(body.data.licenses, [{ key: 'OWN-1', expiresAt: '2090-12-31T00:00:00.000Z' }])
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, 'there is no Chromium on this machine')

  test('one that has changed on disk since it was chosen is to be chosen again', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    await using folder = await tempFolder()
    const path = join(folder.path, 'licenses.csv')
    await writeFile(path, 'key\nGOOD-1\n')
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/import')
    const { page } = tab
    const check = page.getByRole('button', { name: 'Run check' })
    await page.getByLabel('Product').selectOption(merchant.productId)
    await page.getByLabel('File').setInputFiles(path)
    await check.click()
    await runNewest(merchant.orgId)
    await page.getByRole('button', { name: 'Import 1' }).waitFor()
    await writeFile(path, 'key\nGOOD-1\nGOOD-2\n')
    await check.click()
    await page.getByRole('alert').getByText('The file has changed since you chose it.').waitFor()
    await page.getByLabel('File').setInputFiles(path)
    await check.click()
    await runNewest(merchant.orgId)
    await page.getByRole('button', { name: 'Import 2' }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
