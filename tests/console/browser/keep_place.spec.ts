import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runNewest, runToEnd } from '#tests/testkit/operations'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'

/** A list of 1,000 licenses of which three pages of 200 are read, in the middle of the third page. */
async function openInTheMiddle(...[context, assert]: Parameters<typeof ConsoleTab.open>) {
  const merchant = await createMerchant()
  await seedLicenses(merchant, 1000)
  const tab = await ConsoleTab.signedIn(context, assert, merchant, '/licenses')
  const { page } = tab
  const grid = page.getByRole('grid')
  await grid.focus()
  await page.getByRole('row').nth(20).waitFor()
  const current = page.locator('.grid-row.current')
  await until('row 502 is the current one', async () => {
    const rest = 502 - Number(await current.getAttribute('aria-rowindex'))
    // PageDown stops at the last row that is loaded, so 25 of them need not be 500 rows.
    if (rest !== 0) await page.keyboard.press(rest >= 20 ? 'PageDown' : rest > 0 ? 'ArrowDown' : 'ArrowUp')
    return rest === 0
  })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (request.method() === 'GET' && pathname.endsWith('/licenses'))
      asked.push(searchParams.get('cursor') === '' ? 'first page' : 'later page')
  })
  const place = async () => ({
    scroll: await page.evaluate<number>(`document.querySelector('[role=grid]').scrollTop`),
    row: await current.getAttribute('aria-rowindex'),
    key: await current.getByRole('link').first().innerText(),
  })
  return { merchant, tab, page, current, place, asked }
}

test.group('the place in a long list', () => {
  test('is kept when a bulk change has ended, and the rows in view show it', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, tab, page, current, place, asked } = await openInTheMiddle(browserContext, assert)
    const before = await place()
    for (const key of ['x', 'f']) await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Run check' }).click()
    await runNewest(merchant.orgId)
    await page.getByRole('button', { name: 'Freeze 1', exact: true }).click()
    await runNewest(merchant.orgId)
    await page.getByRole('dialog').getByText('Completed').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await current.getByText('Frozen').waitFor()
    assert.deepEqual(await place(), before)
    assert.deepEqual(asked, ['later page'])
    await page.keyboard.press('Home')
    await until('the first page is read again', () => asked.includes('first page'))
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('is kept when rows of the page are deleted, and the list goes on behind it', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, tab, page, place } = await openInTheMiddle(browserContext, assert)
    const before = await place()
    const path = `/v1/dashboard/orgs/${merchant.orgId}/licenses`
    const next = page.locator('[aria-rowindex="505"]').getByRole('link').first()
    const { body } = await call('GET', `${path}?search=${await next.innerText()}`, merchant)
    const licenseIds = [body.data.licenses[0].id]
    const started = await call('DELETE', path, { ...merchant, body: { licenseIds } })
    await runToEnd(started.body.data.operation.id)
    await page.locator('[aria-rowcount="1000"]').waitFor()
    assert.deepEqual(await place(), before)
    await page.keyboard.press('End')
    await page.keyboard.press('End')
    const keys = async () => page.locator('.grid-row .mono').allInnerTexts()
    await until('the last row is there', async () => {
      await page.keyboard.press('End')
      return (await page.locator('[aria-rowindex="1000"]').count()) === 1
    })
    const shown = await keys()
    assert.equal(new Set(shown).size, shown.length)
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)
})
