import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('releases and domains in the console', () => {
  test('a draft gets a file, is published, withdrawn and offered again', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const releases = `/v1/dashboard/products/${merchant.productId}/releases`
    const first = async () => (await call('GET', releases, merchant)).body.data.releases[0]
    const tab = await ConsoleTab.signedIn(
      browserContext,
      assert,
      merchant,
      `/products/${merchant.productId}?tab=releases`
    )
    const { page } = tab
    await page.getByRole('button', { name: 'New release' }).click()
    await page.getByLabel('Version').fill('no version')
    await page.getByRole('button', { name: 'Create draft' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.getByLabel('Version').fill('1.4.0')
    await page.getByRole('button', { name: 'Create draft' }).click()
    await page.getByRole('heading', { name: '1.4.0' }).waitFor()

    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    const file = { name: 'editor.zip', mimeType: 'application/zip', buffer: Buffer.from('A whole program') }
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await page.getByLabel('Kind').selectOption('archive')
    await page.getByLabel('Platform').fill('linux')
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('cell', { name: 'editor.zip', exact: true }).waitFor()
    await page.getByLabel('Notes').fill('It is faster.')
    await page.getByRole('button', { name: 'Save' }).click()
    await tab.says('Saved')
    await tab.isAccessible('draft')

    await page.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByLabel('Reason').fill('It loses settings')
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await tab.sees('“It loses settings”')
    assert.containSubset(await first(), {
      status: 'yanked',
      artifactCount: 1,
      yankReason: 'It loses settings',
    })
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('button', { name: 'Withdraw' }).waitFor()
    assert.equal((await first()).status, 'published')
    assert.isTrue(await page.getByLabel('Version').isDisabled())
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('a domain is added with the record that proves it, and given up', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/settings/domains')
    const { page } = tab
    await page.getByRole('button', { name: 'Add a domain' }).click()
    await page.getByLabel('Domain', { exact: true }).fill('no domain')
    await page.getByRole('button', { name: 'Add domain' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.getByLabel('Domain', { exact: true }).fill('shop.example.com')
    await page.getByRole('button', { name: 'Add domain' }).click()
    const panel = page.getByRole('region', { name: 'shop.example.com' })
    await panel.getByText('TXT').waitFor()
    await tab.isAccessible('domain')
    const { domains } = (await call('GET', `/v1/dashboard/orgs/${merchant.orgId}/domains`, merchant)).body
      .data
    await panel.getByText(domains[0].records[0].value).waitFor()

    await page.getByRole('button', { name: 'Remove shop.example.com' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await tab.sees('No domains yet')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
