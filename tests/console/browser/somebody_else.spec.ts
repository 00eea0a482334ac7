import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { createMember } from '#tests/testkit/team'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'
const LICENSES = 450

async function open(...[context, assert]: Parameters<typeof ConsoleTab.open>) {
  const merchant = await createMerchant()
  const licenses = await seedLicenses(merchant, 3)
  const member = await createMember(merchant, 'MEMBER')
  const asOwner = (method: string, path: string, body?: object) =>
    call(method, `/v1/dashboard/${path}`, { token: merchant.token, body })
  const tab = await ConsoleTab.signedIn(context, assert, merchant, '/licenses', member.email)
  await tab.page.getByRole('row').nth(2).waitFor()
  return { merchant, member, licenses, tab, page: tab.page, dialog: tab.page.getByRole('dialog'), asOwner }
}

test.group('what somebody else does while a page is open', () => {
  test('to a license is shown once an action on it is refused', async ({ assert, browserContext }) => {
    const { merchant, licenses, tab, page, dialog, asOwner } = await open(browserContext, assert)
    const [first, second] = licenses
    await asOwner('DELETE', `licenses/${first.id}`)
    // The list is hidden from assistive technology while a dialog is open.
    const row = page.locator('[role=row]', { hasText: first.key })
    await row.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Suspend' }).click()
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await dialog.getByText('No such license').waitFor()
    await row.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await tab.goTo(`/${merchant.orgId}/licenses/${second.id}`)
    await page.getByRole('button', { name: 'Freeze' }).waitFor()
    await asOwner('DELETE', `licenses/${second.id}`)
    await page.getByRole('button', { name: 'Freeze' }).click()
    await dialog.getByRole('button', { name: 'Freeze' }).click()
    await tab.sees('Not found, or you do not have access')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('to metadata is not saved over, although the page has been read again', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, licenses, tab, page, dialog, asOwner } = await open(browserContext, assert)
    const [{ id }] = licenses
    await tab.goTo(`/${merchant.orgId}/licenses/${id}`)
    await page.getByRole('button', { name: 'Edit metadata' }).click()
    await dialog.getByLabel('Name 1').fill('mine')
    await asOwner('PATCH', `licenses/${id}`, { metadata: { theirs: 'kept' } })
    const bulk = await asOwner('POST', `orgs/${merchant.orgId}/licenses/freeze`, { licenseIds: [id] })
    await runToEnd(bulk.body.data.operation.id)
    await tab.sees('theirs')
    await dialog.getByLabel('Value 1').fill('1')
    await dialog.getByRole('button', { name: 'Save' }).click()

    await dialog.getByText('Somebody else changed this license in the meantime').waitFor()
    assert.equal(await dialog.getByLabel('Name 1').inputValue(), 'mine')
    const { license } = (await asOwner('GET', `licenses/${id}`)).body.data
    assert.deepEqual(license.metadata, { theirs: 'kept' })

    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Edit metadata' }).click()
    assert.equal(await dialog.getByLabel('Name 1').inputValue(), 'theirs')
    await dialog.getByLabel('Value 1').fill('changed')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await tab.says('Saved')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('to the role and the membership of a user takes the controls and the org away, and is said', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, member, tab, page, dialog, asOwner } = await open(browserContext, assert)
    await asOwner('PATCH', `orgs/${merchant.orgId}/members/${member.userId}`, { role: 'VIEWER' })
    await page.getByRole('button', { name: 'New license' }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await tab.says('Your role is now Viewer')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await page.getByRole('button', { name: 'New license' }).count(), 0)
    await asOwner('DELETE', `orgs/${merchant.orgId}/members/${member.userId}`)
    await page.getByRole('link', { name: 'Products' }).click()
    await tab.sees('You no longer have access to')
    await page.getByRole('link', { name: 'Go to another organisation' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})

test.group('an action on a license of a long list', () => {
  test('is shown at once, and the list stays where it is', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, LICENSES)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    const { page } = tab
    await page.locator(`[aria-rowcount="${LICENSES + 1}"]`).waitFor()
    const grid = page.getByRole('grid')
    await grid.focus()
    const last = page.locator(`[aria-rowindex="${LICENSES + 1}"]`)
    await until('the end of the list', async () => {
      await page.keyboard.press('End')
      return (await last.count()) > 0
    })
    let lists = 0
    page.on('request', (request) => (lists += request.url().includes('/licenses?') ? 1 : 0))
    await last.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Freeze' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click()
    await tab.says('Frozen')
    await last.getByText('Frozen').waitFor()
    await last.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Unfreeze' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unfreeze' }).click()
    await tab.says('Unfrozen')
    await last.getByText('Active').waitFor()
    assert.equal(lists, 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
