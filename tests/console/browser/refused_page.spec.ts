import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'

const PAUSE = 1000

test.group('a long list', () => {
  test('asks once for a further page that is refused, and for that page alone again when somebody says so', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 450)
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const asked: string[] = []
    let refuses = true
    await page.route(/\/licenses\?/, async (route) => {
      const cursor = new URL(route.request().url()).searchParams.get('cursor')
      asked.push(cursor ? 'further' : 'first')
      if (!cursor || !refuses) return route.continue()
      await route.fulfill({
        status: 400,
        json: { error: { code: 'INVALID_CURSOR', message: 'That page is not there' } },
      })
    })
    await tab.goTo(`/${merchant.orgId}/licenses`)
    await tab.signIn(merchant.email)
    await page.locator('[aria-rowcount="451"]').waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('End')
    await tab.sees('That page is not there')
    await page.waitForTimeout(PAUSE)
    assert.deepEqual(asked, ['first', 'further'])
    await tab.isAccessible('a further page is refused')

    refuses = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('That page is not there').waitFor({ state: 'detached' })
    await page.getByRole('grid').focus()
    await until('the last row is shown', async () => {
      await page.keyboard.press('End')
      return (await page.locator('[role=row][aria-rowindex="451"]').count()) === 1
    })
    assert.deepEqual(asked.slice(0, 3), ['first', 'further', 'further'])
    assert.isFalse(asked.slice(1).includes('first'))
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
