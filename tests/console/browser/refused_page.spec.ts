import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'
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

  test('with a button says why a further page is not there', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const member = await createMember(merchant, 'MEMBER')
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    let refuses = true
    await page.route(/\/members\?|\/members$/, (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '1')
      if (!url.searchParams.has('cursor') || !refuses) return route.continue({ url: url.href })
      return route.fulfill({
        status: 500,
        headers: { 'x-request-id': 'request-to-quote' },
        json: { error: { code: 'INTERNAL_ERROR', message: 'That page is not there' } },
      })
    })
    await tab.goTo(`/${merchant.orgId}/team`)
    await tab.signIn(merchant.email)
    const more = page.getByRole('button', { name: 'Show more' })
    await more.click()
    await tab.sees('That page is not there')
    await tab.sees('request-to-quote')
    refuses = false
    await more.click()
    await page.getByRole('cell', { name: member.email, exact: true }).waitFor()
    await page.getByText('That page is not there').waitFor({ state: 'detached' })
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
