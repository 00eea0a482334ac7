import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { call } from '#tests/testkit/api'
import { createCustomer, createEndUser, own, signIn } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('end users in the console', () => {
  test('one is found, sees a device, is banned and let in again, merged and erased', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const ada = await createCustomer(merchant, { returnUrls: ['https://shop.example.com'] })
    await own(ada, license.id)
    const double = await createEndUser(merchant)
    const people = `/v1/dashboard/orgs/${merchant.orgId}/end-users`
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/end-users')
    const { page } = tab

    await page.getByRole('searchbox').fill(ada.email.slice(0, 20))
    await page.waitForURL(/search=/)
    await page.getByRole('link', { name: ada.email }).click()
    await page.getByRole('heading', { name: ada.email }).waitFor()
    await page.getByRole('button', { name: 'Devices' }).click()
    await tab.sees('No devices yet')
    await tab.isAccessible('end user')

    await page.getByRole('button', { name: 'Ban', exact: true }).click()
    await page.getByLabel('Reason').fill('Shares the key')
    await tab.isAccessible('ban')
    await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click()
    await tab.sees('“Shares the key”')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Erase' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Create one-time link' }).count(), 0)
    await page.keyboard.press('Escape')
    const banned = await signIn(ada)
    const refused = await call('GET', '/v1/enduser/me', { token: banned.accessToken })
    assert.equal(refused.body.error.code, 'USER_BANNED')
    await page.getByRole('button', { name: 'Lift ban' }).click()
    await page.getByRole('button', { name: 'Ban', exact: true }).waitFor()
    assert.equal((await call('GET', '/v1/enduser/me', { token: banned.accessToken })).status, 200)

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Create one-time link' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.getByRole('dialog', { name: 'One-time link', exact: true }).waitFor()
    await page.getByLabel('I have stored it').check()
    await page.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Merge another end user into this one' }).click()
    await page.getByLabel('Find the other end user').fill(double.email)
    await page.getByLabel('The other end user', { exact: true }).waitFor()
    await page.getByText(`${ada.email} stays the address`).waitFor()
    await tab.isAccessible('merge')
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await tab.says('Merged')
    const gone = await call('GET', `${people}/${double.id}`, merchant)
    assert.equal(gone.body.data.endUser.mergedInto, ada.id)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Export data' }).click()
    assert.match((await download).suggestedFilename(), /\.json$/)

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Erase' }).click()
    await page.getByLabel(`Type “${ada.email}”`).fill(ada.email)
    await tab.isAccessible('erase')
    await page.getByRole('button', { name: 'Erase', exact: true }).click()
    await page.waitForURL(/end-users$/)
    const erased = await call('GET', `${people}/${ada.id}`, merchant)
    assert.isNotNull(erased.body.data.endUser.erasedAt)
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('two who both have an external id are merged once the reader says which one stays', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const people = `/v1/dashboard/orgs/${merchant.orgId}/end-users`
    const [ada, double] = await Promise.all(
      ['crm-1', 'crm-2'].map(async (externalId) => {
        const body = { email: `${externalId}@example.net`, externalId }
        return (await call('POST', people, { ...merchant, body })).body.data.endUser
      })
    )
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/end-users/${ada.id}`)
    const { page } = tab
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Merge another end user into this one' }).click()
    await page.getByLabel('Find the other end user').fill(double.email)
    await page.getByLabel('The other end user', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await tab.sees('Both end users have an externalId')
    await tab.sees('The source has crm-2')
    await page.getByLabel('Keep the external ID of crm-1@example.net and drop the other').check()
    await tab.isAccessible('two external ids')
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await tab.says('Merged')
    const { endUser } = (await call('GET', `${people}/${ada.id}`, merchant)).body.data
    assert.equal(endUser.externalId, 'crm-1')
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('one without an address gets no mail about a link, and a ban leaves no empty menu', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const people = `/v1/dashboard/orgs/${merchant.orgId}/end-users`
    const body = { externalId: 'crm-1', firstName: 'Grace' }
    const { id } = (await call('POST', people, { ...merchant, body })).body.data.endUser
    const member = await createMember(merchant, 'MEMBER')
    const address = `/end-users/${id}`
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, address, member.email)
    const { page } = tab
    const more = page.getByRole('button', { name: 'More actions' })
    await more.click()
    await page.getByRole('menuitem', { name: 'Create one-time link' }).click()
    await page
      .getByText('Anyone who opens it is signed in to the portal as Grace.', { exact: true })
      .waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Ban', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click()
    await page.getByRole('button', { name: 'Lift ban' }).waitFor()
    assert.equal(await more.count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('one is made, and what the service refuses stands beside its field', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const taken = await createEndUser(merchant)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/end-users')
    const { page } = tab
    await page.getByRole('button', { name: 'New end user' }).click()
    await page.getByRole('button', { name: 'Create end user' }).click()
    await page.getByRole('alert').first().waitFor()
    await page.getByLabel('Email', { exact: true }).fill(taken.email)
    await page.getByRole('button', { name: 'Create end user' }).click()
    await tab.sees('Another end user of the org has this email')
    await page.getByLabel('Email', { exact: true }).fill('grace@example.net')
    await page.getByLabel('First name').fill('Grace')
    await page.getByRole('button', { name: 'Create end user' }).click()
    await page.getByRole('heading', { name: 'Grace' }).waitFor()

    await tab.goTo(`/${merchant.orgId}/settings/portal`)
    await page.getByLabel('Enable the portal').check()
    await page.getByLabel('Reset devices').check()
    await page.getByLabel('Colour').fill('no colour')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').first().waitFor()
    await page.getByLabel('Colour').fill('#2b6cb0')
    await page.getByRole('button', { name: 'Save' }).click()
    await tab.says('Saved')
    const { body } = await call('GET', `/v1/dashboard/orgs/${merchant.orgId}/portal`, merchant)
    assert.containSubset(body.data.portal, { enabled: true, branding: { accentColor: '#2b6cb0' } })
    assert.isTrue(body.data.portal.selfReset.hwid)

    const viewer = await createMember(merchant, 'VIEWER')
    await browserContext.clearCookies()
    await tab.goTo(`/${merchant.orgId}/end-users`)
    await tab.signIn(viewer.email)
    await tab.sees('Grace')
    assert.equal(await page.getByRole('button', { name: 'New end user' }).count(), 0)
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)
})
