import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'

test.group('the days of filters', () => {
  test('are those of the zone in which times are shown, however long they are', async ({
    assert,
    browser,
  }) => {
    const merchant = await createMerchant()
    const context = await browser.newContext({ timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' })
    const tab = await ConsoleTab.open(context, assert)
    /** The bounds that the list requests when it opens with a day on which clocks are put back. */
    const asked = async (open: () => Promise<void>) => {
      const request = tab.page.waitForRequest((one) => /\/licenses\?.*createdAfter/.test(one.url()))
      await open()
      const query = new URL((await request).url()).searchParams
      return [query.get('createdAfter'), query.get('createdBefore')]
    }
    const open = () => tab.goTo(`/${merchant.orgId}/licenses?from=2026-10-25&to=2026-10-25`)
    await open()
    const local = await asked(() => tab.signIn(merchant.email))
    assert.deepEqual(local, ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])

    await tab.goTo(`/${merchant.orgId}/settings/you`)
    const stored = tab.page.waitForResponse((one) => one.request().method() === 'PUT' && one.ok())
    await tab.page.getByLabel('Time zone').selectOption('utc')
    await stored
    assert.deepEqual(await asked(open), ['2026-10-25T00:00:00.000Z', '2026-10-26T00:00:00.000Z'])
    tab.isClean()
    await context.close()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
