import { test } from '@japa/runner'
import { Webhook } from 'standardwebhooks'
import { newId } from '#kernel/secrets/ids'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'
import { openReceiver, status, type Received } from '#tests/testkit/receiver'
import { createEndpoint, emit, manualEngine } from '#tests/testkit/webhooks'
import { maxAttempts, RETRY_DELAYS } from '#webhooks/rules/retry_schedule'

/** True if a receiver that knows this secret accepts the delivery. */
function isSignedWith(secret: string, { body, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

test.group('webhooks in the console', () => {
  test('an endpoint is changed, its secret rotated, and what failed is sent again', async ({
    assert,
    browserContext,
  }) => {
    await using receiver = await openReceiver(status(500))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    const choose = async (entry: string) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: entry }).click()
      await dialog.waitFor()
    }
    await tab.goTo(`/${merchant.orgId}/products/${merchant.productId}?tab=webhooks`)
    await tab.signIn(merchant.email)
    await page.getByRole('button', { name: 'New endpoint' }).click()
    await dialog.getByLabel('URL').fill('ftp://example.com')
    await dialog.getByLabel('Subscribe to all events').uncheck()
    await dialog.getByRole('button', { name: 'Create endpoint' }).click()
    await dialog.getByRole('alert').nth(1).waitFor()
    await tab.isAccessible('endpoint that is refused')
    await dialog.getByLabel('URL').fill(receiver.url)
    await dialog.getByLabel('license.updated').check()
    await dialog.getByRole('button', { name: 'Create endpoint' }).click()
    const first = await tab.storesSecret()

    await page.getByRole('link', { name: receiver.url }).click()
    await choose('Rotate secret')
    await tab.isAccessible('rotation')
    await dialog.getByRole('button', { name: 'Rotate' }).click()
    const second = await tab.storesSecret()
    assert.notEqual(second, first)

    await emit(merchant, 'license.created', [{ licenseId: newId() }])
    await emit(merchant, 'license.updated', [{ licenseId: newId() }, { licenseId: newId() }])
    await worker.run()
    assert.lengthOf(receiver.received, 2)
    for (const seconds of RETRY_DELAYS) {
      worker.clock.now += seconds * 1000
      await worker.run()
    }
    const tries = receiver.received.length
    assert.equal(tries, 2 * maxAttempts(RETRY_DELAYS))
    for (const secret of [first, second]) assert.isTrue(isSignedWith(secret, receiver.received[0]))

    receiver.respond = status(204)
    await choose('Redeliver failed events')
    await dialog.getByLabel('Deliveries').selectOption('succeeded')
    await dialog.getByLabel('Since').fill('2020-01-01T00:00')
    await dialog.getByRole('button', { name: 'Count' }).click()
    await tab.sees('There is nothing to redeliver.')
    await dialog.getByLabel('Deliveries').selectOption('failed')
    await dialog.getByRole('button', { name: 'Count' }).click()
    await tab.isAccessible('sending again')
    await dialog.getByRole('button', { name: 'Redeliver 2 deliveries' }).click()
    await tab.says('2 deliveries on the way')
    await worker.run()
    assert.lengthOf(receiver.received, tries + 2)
    assert.sameMembers(
      receiver.received.slice(tries).map(({ body }) => body),
      receiver.received.slice(0, 2).map(({ body }) => body)
    )
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.locator('.pill', { hasText: 'Delivered' }).nth(1).waitFor()
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, 'there is no Chromium on this machine')

  test('deliveries name their endpoint, however many endpoints there are', async ({
    assert,
    browserContext,
  }) => {
    await using receiver = await openReceiver(status(200))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const urls = ['first', 'second', 'third'].map((name) => `${receiver.url}/${name}`)
    for (const url of urls) await createEndpoint(merchant, { url })
    await emit(merchant, 'license.updated', [{ licenseId: newId() }])
    await worker.run()
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    // A page holds one endpoint, as if there were hundreds.
    await page.route(/\/webhooks\?/, (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '1')
      return route.continue({ url: url.href })
    })
    await tab.goTo(`/${merchant.orgId}/webhooks?tab=deliveries`)
    await tab.signIn(merchant.email)
    for (const url of urls) await page.getByRole('cell', { name: url, exact: true }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
