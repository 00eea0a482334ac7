import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { hasBrowser } from '#tests/testkit/browser'
import { insidePortal } from '#tests/testkit/portal_stage'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('the names in the profile of the portal', () => {
  test('does not send back what somebody else has changed meanwhile', async ({ assert, browserContext }) => {
    const { merchant, endUser, tab } = await insidePortal(browserContext, assert, '/profile')
    const first = tab.page.getByLabel('First name')
    await first.waitFor()
    const path = `/v1/dashboard/orgs/${merchant.orgId}/end-users/${endUser.id}`
    await call('PATCH', path, { ...merchant, body: { lastName: 'Lovelace', marketingConsent: true } })
    await first.fill('Ada')
    await first.press('Enter')
    await tab.says('Saved')
    const person = (await call('GET', path, merchant)).body.data.endUser
    assert.containSubset(person, { firstName: 'Ada', lastName: 'Lovelace', marketingConsent: true })
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('shows what the service holds after a save, so that the next one does not undo it', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser, tab, page } = await insidePortal(browserContext, assert, '/profile')
    const path = `/v1/dashboard/orgs/${merchant.orgId}/end-users/${endUser.id}`
    const change = (body: object) => call('PATCH', path, { ...merchant, body })
    const field = (label: string) => page.getByLabel(label)
    await field('Last name').waitFor()
    await change({ lastName: 'Byron', username: 'ada', marketingConsent: true })
    await page.reload()
    await field('Last name').waitFor()
    const saving = async (label: string, text: string) => {
      await field(label).fill(text)
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
      await field(label).press('Enter')
      assert.equal((await saved).status(), 200)
    }
    const shows = (label: string, text: string) =>
      until(`${text} in ${label}`, async () => (await field(label).inputValue()) === text)
    await change({ lastName: 'Lovelace', marketingConsent: false })
    await saving('First name', ' Ada ')
    await shows('Last name', 'Lovelace')
    await shows('First name', 'Ada')
    assert.isFalse(await field('News and offers').isChecked())
    await change({ firstName: 'Augusta' })
    await saving('Username', 'countess')
    await shows('First name', 'Augusta')
    await saving('Username', 'countess-2')
    const person = {
      firstName: 'Augusta',
      lastName: 'Lovelace',
      username: 'countess-2',
      marketingConsent: false,
    }
    assert.containSubset((await call('GET', path, merchant)).body.data.endUser, person)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('keeps what is typed while it is being saved', async ({ assert, browserContext }) => {
    const { merchant, endUser, tab, page } = await insidePortal(browserContext, assert, '/profile')
    const [first, last] = [page.getByLabel('First name'), page.getByLabel('Last name')]
    const release = Promise.withResolvers<void>()
    await page.route('**/v1/enduser/me', async (route) => {
      if (route.request().method() === 'PATCH') await release.promise
      await route.continue()
    })
    await first.fill('Ada')
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await first.press('Enter')
    await sent
    await last.fill('Lovelace')
    release.resolve()
    await tab.says('Saved')
    assert.equal(await last.inputValue(), 'Lovelace')
    await last.press('Enter')
    const path = `/v1/dashboard/orgs/${merchant.orgId}/end-users/${endUser.id}`
    await until('both names to be stored', async () => {
      const person = (await call('GET', path, merchant)).body.data.endUser as Record<string, unknown>
      return person.firstName === 'Ada' && person.lastName === 'Lovelace'
    })
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
