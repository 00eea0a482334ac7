import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runNewest } from '#tests/testkit/operations'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'

/** Cancels the newest operation of an org; waits until there is one. */
async function cancelNewest(merchant: Merchant) {
  const path = `/v1/dashboard/orgs/${merchant.orgId}/operations`
  const [{ id }] = await until('an operation', async () => {
    const { operations } = (await call('GET', `${path}?status=queued`, merchant)).body.data
    return operations.length > 0 && (operations as { id: string }[])
  })
  assertOk(await call('POST', `${path}/${id}/cancel`, { ...merchant, body: {} }))
}

function assertOk({ status }: { status: number }) {
  if (status !== 200) throw new Error(`The operation is not cancelled: ${status}`)
}

test.group('a check that was cancelled', () => {
  test('of a bulk change is run again, and nothing is offered for its part', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    const { page } = tab
    await page.getByRole('link', { name: license.key }).waitFor()
    await page.getByRole('grid').focus()
    for (const key of ['x', 'f']) await page.keyboard.press(key)
    const check = page.getByRole('button', { name: 'Run check' })
    await check.click()
    await cancelNewest(merchant)
    await page.getByRole('dialog').getByText('Cancelled').waitFor()
    await check.click()
    await runNewest(merchant.orgId)
    await page.getByRole('button', { name: 'Freeze 1', exact: true }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('of an import offers nothing for its part', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/import')
    const { page } = tab
    await page.getByLabel('Product').selectOption(merchant.productId)
    const buffer = Buffer.from('key\nGOOD-1\n')
    await page.getByLabel('File').setInputFiles({ name: 'one.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Run check' }).click()
    await cancelNewest(merchant)
    await page.getByText('Cancelled').waitFor()
    assert.equal(await page.getByRole('button', { name: /import/i }).count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
