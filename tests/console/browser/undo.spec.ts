import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('the undo of an action on a license', () => {
  test('is offered only where it restores what was', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const now = Date.now()
    const suspended = { status: 'SUSPENDED' as const, suspendedAt: now, pausedSince: now }
    const seed = async (state: Parameters<typeof seedLicenses>[2]) =>
      (await seedLicenses(merchant, 1, state))[0]
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    await tab.sees('No licenses yet')
    const { page } = tab
    const undo = page.locator('.toast').getByRole('button', { name: 'Undo' })
    const take = async (id: string, letter: string, done: string) => {
      await tab.goTo(`/${merchant.orgId}/licenses/${id}`)
      await page.getByRole('button', { name: 'More actions' }).waitFor()
      await page.keyboard.press(letter)
      await page.getByLabel('Reason').and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Enter')
      await page.locator('.toast', { hasText: done }).waitFor()
    }
    const statusOf = async (id: string) =>
      (await call('GET', `/v1/dashboard/licenses/${id}`, merchant)).body.data.license.status

    const refused = [
      { state: suspended, letter: 'r', done: 'Revoked' },
      { state: { status: 'PENDING' as const }, letter: 'r', done: 'Revoked' },
      { state: { ...suspended, frozenAt: now }, letter: 'u', done: 'Unfrozen' },
    ]
    for (const { state, letter, done } of refused) {
      const { id } = await seed(state)
      await take(id, letter, done)
      assert.equal(await undo.count(), 0, `${done}, ${state.status}`)
    }

    const { id } = await seed({ status: 'ACTIVE' })
    await take(id, 'r', 'Revoked')
    assert.equal(await statusOf(id), 'REVOKED')
    await undo.click()
    await tab.says('Restored')
    assert.equal(await statusOf(id), 'ACTIVE')

    const frozen = await seed({ status: 'ACTIVE', frozenAt: now, pausedSince: now })
    await take(frozen.id, 'u', 'Unfrozen')
    await undo.click()
    await tab.says('Frozen')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
