import { test } from '@japa/runner'
import { ConsoleTab, FOCUS, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

const DAY = 86_400_000
/** The time spans that are shown as chosen. */
const FILLED = `[...document.querySelectorAll('.segmented a')]
  .filter((one) => getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)')
  .map((one) => one.innerText)`

test.group('the charts of the overview', () => {
  test('show the value under the pointer and at the arrow keys, and nothing moves', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 3)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '')
    const { page } = tab
    const panel = page.getByRole('region', { name: 'Created' })
    const chart = panel.getByRole('slider', { name: 'Created, by day' })
    await panel.locator('canvas').waitFor()
    const shown = () => panel.locator('.chart-value').innerText()
    const nameOf = (daysAgo: number) =>
      new Date(Date.now() - daysAgo * DAY).toUTCString().replace(/^(\w+), 0?(\d+ \w+ \d+) .*$/, '$1 $2 UTC')
    const before = { all: await shown(), box: await panel.boundingBox() }

    const plot = (await panel.locator('.u-over').boundingBox())!
    await page.mouse.move(plot.x + plot.width - 3, plot.y + 20)
    assert.equal(await shown(), `${nameOf(0)}\n${before.all}`)
    await page.mouse.move(plot.x + plot.width / 2, plot.y + 60)
    assert.match(await shown(), /^\w+ \d+ \w+ \d+ UTC\n0$/)
    assert.deepEqual(await panel.boundingBox(), before.box)
    await tab.isAccessible('a value under the pointer')
    await page.mouse.move(0, 0)
    assert.equal(await shown(), before.all)

    await page.getByRole('link', { name: '90 days' }).focus()
    const focus = () => page.evaluate<string>(FOCUS)
    while ((await focus()) !== 'slider Created, by day') await page.keyboard.press('Tab')
    assert.equal(await chart.getAttribute('aria-valuetext'), `${nameOf(0)}: ${before.all}`)
    assert.equal(await shown(), `${nameOf(0)}\n${before.all}`)
    await page.keyboard.press('ArrowLeft')
    assert.equal(await chart.getAttribute('aria-valuetext'), `${nameOf(1)}: 0`)
    await page.keyboard.press('PageDown')
    assert.equal(await shown(), `${nameOf(8)}\n0`)
    await page.keyboard.press('End')
    assert.equal(await shown(), `${nameOf(0)}\n${before.all}`)
    assert.deepEqual(await panel.boundingBox(), before.box)
    await page.keyboard.press('Escape')
    assert.equal(await shown(), before.all)
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')

  test('say which time span they show', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '?days=7')
    const { page } = tab
    const links = page.getByRole('navigation', { name: 'Time span' }).getByRole('link')
    await links.first().waitFor()
    const shown = await page.evaluate<string[]>(FILLED)
    assert.deepEqual(shown, ['7 days'])
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
