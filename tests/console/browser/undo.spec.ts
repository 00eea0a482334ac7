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

  test('is not offered for what somebody else has done meanwhile', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const licenses = await seedLicenses(merchant, 3, { status: 'ACTIVE' })
    const asOther = (method: string, path: string, body?: object) =>
      call(method, `/v1/dashboard/licenses/${path}`, { ...merchant, body })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    const { page } = tab
    const dialog = page.getByRole('dialog')
    const undo = page.locator('.toast').getByRole('button', { name: 'Undo' })
    const [fraud, holiday, own] = licenses
    const isTaken = async (name: string, done: string, offers: number) => {
      await dialog.getByRole('button', { name }).click()
      await page.locator('.toast', { hasText: done }).waitFor()
      assert.equal(await undo.count(), offers, done)
      if (offers === 0) await tab.says(done)
    }
    const choose = async (key: string, name: string) => {
      await page.locator('[role=row]', { hasText: key }).getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await page.getByRole('row').nth(3).waitFor()
    await asOther('PATCH', holiday.id, { frozen: true, reason: 'long holiday' })
    await choose(holiday.key, 'Freeze')
    await isTaken('Freeze', 'Frozen', 0)
    await choose(own.key, 'Suspend')
    await isTaken('Suspend', 'Suspended', 1)
    await undo.click()
    await tab.says('Suspension lifted')

    await tab.goTo(`/${merchant.orgId}/licenses/${fraud.id}`)
    await page.getByRole('button', { name: 'Freeze' }).waitFor()
    await asOther('POST', `${fraud.id}/suspend`, { reason: 'fraud' })
    await page.keyboard.press('r')
    await isTaken('Revoke', 'Revoked', 0)

    await tab.goTo(`/${merchant.orgId}/licenses/${own.id}`)
    await page.getByRole('button', { name: 'Freeze' }).click()
    await isTaken('Freeze', 'Frozen', 1)
    await asOther('PATCH', own.id, { frozen: false })
    await asOther('PATCH', own.id, { frozen: true, reason: 'long holiday' })
    await undo.click()
    await page.locator('.toast .bad').waitFor()
    assert.isTrue((await asOther('GET', own.id)).body.data.license.frozen)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
