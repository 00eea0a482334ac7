import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import axe from 'axe-core'
import type { BrowserContext } from 'playwright'
import GrantAdmin from '#accounts/actions/grant_admin'
import { ConsoleTab, hasBrowser, LOOKS } from '#tests/testkit/browser'
import { failJob } from '#tests/testkit/failed_job'
import { createMerchant } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'

/** Opens the board as a platform admin. */
async function openBoard(context: BrowserContext, assert: Assert) {
  const admin = await createMerchant()
  await new GrantAdmin().execute(admin.email, true)
  const tab = await ConsoleTab.open(context, assert, '/admin/sign-in')
  const { page } = tab
  await tab.goTo('')
  await tab.signIn(admin.email)
  await page.waitForURL((url) => url.pathname.startsWith('/admin/queues'))
  // The board draws the list of its queues and its bar together.
  await page.getByRole('link', { name: 'maintenance' }).first().waitFor()
  return tab
}

/** The number of texts that are too faint for their background. */
const FAINT = `axe.run(document, { runOnly: ['color-contrast'], resultTypes: ['violations'] })
  .then(({ violations }) => violations.flatMap(({ nodes }) => nodes).length)`

test.group('the queue board in a browser', () => {
  test('has no link to the documents of its makers', async ({ assert, browserContext }) => {
    const tab = await openBoard(browserContext, assert)
    const { page } = tab
    const bar = page.locator('header')
    assert.isAtLeast(await bar.getByRole('button').count(), 1)
    assert.equal(await bar.getByRole('link', { name: 'Docs' }).count(), 0)
    assert.equal(await page.locator('a[href*="github.io"]').count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')

  test('can be read in both themes, with a failed job too', async ({ assert, browserContext }) => {
    await failJob('maintenance', 'expired.prune')
    const tab = await openBoard(browserContext, assert)
    const { page } = tab
    await page.getByRole('link', { name: 'Failed' }).last().click()
    await tab.sees('Error: of the test')
    await page.evaluate(axe.source)
    for (const look of LOOKS) {
      await tab.look(look)
      // The board fades from one theme to the other.
      await until(
        `all texts to be readable: ${look.join(' ')}`,
        async () => (await page.evaluate<number>(FAINT)) === 0
      )
    }
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
