import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import type { BrowserContext, Page } from 'playwright'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createCustomer } from '#tests/testkit/end_users'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { connect } from '#tests/testkit/processors'
import { createMember } from '#tests/testkit/team'
import { createTicket } from '#tests/testkit/tickets'
import { createEndpoint } from '#tests/testkit/webhooks'

const NO_BROWSER = 'there is no Chromium on this machine'
const ENTITY = 'https://idp.example.com/entity'

type Form = {
  address: (merchant: Merchant) => string
  /** Opens the form, if it is not there. */
  open?: (page: Page) => Promise<unknown>
  /** The fields that are filled, with what is typed there. */
  typed: Record<string, string>
  besides?: (page: Page) => Promise<unknown>
  send: string
}

const FORMS: Record<string, Form> = {
  'new licenses': {
    address: () => '/licenses?new=1',
    typed: { Quantity: '7' },
    send: 'Create',
  },
  'the blacklist': {
    address: ({ productId }) => `/products/${productId}?tab=blacklist`,
    typed: { Reason: 'fraud', 'Values, one per line': 'device-1' },
    send: 'Add to the blacklist',
  },
  'a processor': {
    address: () => '/storefront/processors',
    open: (page) => page.getByRole('button', { name: 'Connect processor' }).click(),
    typed: { Name: 'Our Stripe', 'Signing secret': 'whsec_0123456789abcdef' },
    send: 'Connect',
  },
  'single sign-on': {
    address: () => '/settings/sso',
    open: (page) => page.getByLabel('Configure by').selectOption('hand'),
    typed: {
      'Provider entity ID': ENTITY,
      'Provider sign-in URL': 'https://idp.example.com/sso',
      'Roles by group, one per line': 'staff: ADMIN',
    },
    besides: (page) => page.getByLabel('Certificates').fill('no certificate'),
    send: 'Save',
  },
  'an import': {
    address: () => '/import',
    typed: { 'Column names': 'key:License Key' },
    besides: (page) =>
      page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('License Key\nA-1\n') }),
    send: 'Run check',
  },
}

const memberOf = ({ orgId }: Merchant, { userId }: Merchant) =>
  `/v1/dashboard/orgs/${orgId}/members/${userId}`

async function openAs(
  role: 'OWNER' | 'MEMBER',
  address: (merchant: Merchant) => string,
  context: BrowserContext,
  assert: Assert
) {
  const merchant = await createMerchant()
  const member = await createMember(merchant, role)
  const tab = await ConsoleTab.signedIn(context, assert, merchant, address(merchant), member.email)
  return { merchant, member, tab, page: tab.page }
}

test.group('what is typed when the right to send it is taken away', () => {
  test('stays, and can be copied, but not sent: {$self}')
    .with(Object.keys(FORMS))
    .run(async ({ assert, browserContext }, name) => {
      const { address, open, typed, besides, send } = FORMS[name]
      const { merchant, member, tab, page } = await openAs('OWNER', address, browserContext, assert)
      await open?.(page)
      for (const [label, text] of Object.entries(typed))
        await page.getByLabel(label, { exact: true }).fill(text)
      await besides?.(page)
      await call('PATCH', memberOf(merchant, member), { ...merchant, body: { role: 'VIEWER' } })
      const button = page.getByRole('button', { name: send, exact: true })
      await button.click()
      await page.locator('.toast', { hasText: 'Your role is now Viewer' }).waitFor()
      await tab.sees('You can no longer send this')
      await page.getByRole('alert').first().waitFor()
      for (const [label, text] of Object.entries(typed))
        assert.equal(await page.getByLabel(label, { exact: true }).inputValue(), text)
      if (name === 'an import') await tab.sees('rows.csv')
      // There is no button for those who may only look at single sign-on.
      if (name !== 'single sign-on') assert.isTrue(await button.isDisabled())
      await tab.isAccessible(name)
      tab.isClean()
    })
    .skip(!hasBrowser, NO_BROWSER)
})

test.group('a member who is removed from an org', () => {
  test('is told so, keeps what was typed, and finds a way on', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const member = await createMember(merchant, 'MEMBER')
    const customer = await createCustomer(merchant, { tickets: true })
    const ticket = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    const tab = await ConsoleTab.signedIn(
      browserContext,
      assert,
      merchant,
      `/tickets/${ticket}`,
      member.email
    )
    const { page } = tab
    const reply = page.getByRole('textbox', { name: 'Reply' })
    await reply.fill('A long answer')
    await call('DELETE', memberOf(merchant, member), merchant)
    await page.getByRole('button', { name: 'Send reply' }).click()
    await tab.sees('You no longer have access to')
    assert.equal(await page.getByLabel('Your reply, not sent').inputValue(), 'A long answer')
    assert.isTrue(await page.getByRole('link', { name: 'Sign in as another user' }).isVisible())
    await tab.isAccessible('a member who was removed')

    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByRole('heading', { level: 1, name: 'You no longer have access to' }).waitFor()
    await tab.isAccessible('the next page')
    await page.getByRole('link', { name: 'Go to another organisation' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})

type Deleted = {
  create: (merchant: Merchant) => Promise<{ address: string; path: string }>
  edit: (page: Page) => Promise<unknown>
  label: string
  typed: string
}

const DELETED: Record<string, Deleted> = {
  'a processor': {
    create: async (merchant) => {
      const { id } = await connect(merchant)
      const path = `/v1/dashboard/orgs/${merchant.orgId}/storefront/processors/${id}`
      return { address: `/storefront/processors/${id}`, path }
    },
    edit: (page) => page.getByRole('button', { name: 'Edit' }).click(),
    ...{ label: 'Name', typed: 'Our second Stripe' },
  },
  'an endpoint': {
    create: async (merchant) => {
      const { productId } = merchant
      const { id } = await createEndpoint(merchant, { url: 'https://example.com/old' })
      return {
        address: `/webhooks/${productId}/${id}`,
        path: `/v1/dashboard/webhooks/products/${productId}/${id}`,
      }
    },
    edit: async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
    },
    ...{ label: 'URL', typed: 'https://example.com/new' },
  },
}

test.group('what is typed about a row that somebody else deletes', () => {
  test('stays in its dialog, and cannot be sent: {$self}')
    .with(Object.keys(DELETED))
    .run(async ({ assert, browserContext }, name) => {
      const { create, edit, label, typed } = DELETED[name]
      const merchant = await createMerchant()
      const { address, path } = await create(merchant)
      const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, address)
      const { page } = tab
      await edit(page)
      const field = page.getByLabel(label, { exact: true })
      await field.fill(typed)
      assert.isBelow((await call('DELETE', path, merchant)).status, 300)
      const save = page.getByRole('button', { name: 'Save' })
      await save.click()
      await tab.sees('You can no longer send this')
      assert.equal(await field.inputValue(), typed)
      assert.isTrue(await save.isDisabled())
      await tab.isAccessible(name)

      await page.getByRole('button', { name: 'Cancel' }).click()
      await tab.sees('Not found, or you do not have access')
      assert.equal(await page.getByRole('button', { name: /^(Edit|Delete|More actions)$/ }).count(), 0)
      tab.isClean()
    })
    .skip(!hasBrowser, NO_BROWSER)

  test('stays below the message', async ({ assert, browserContext }) => {
    const { merchant, tab, page } = await openAs(
      'OWNER',
      ({ productId }) => `/products/${productId}`,
      browserContext,
      assert
    )
    const name = page.getByLabel('Name', { exact: true }).first()
    await name.fill('A better name')
    await call('DELETE', `/v1/dashboard/products/${merchant.productId}`, merchant)
    await page.getByRole('button', { name: 'Save' }).first().click()
    await tab.sees('Not found, or you do not have access')
    assert.equal(await name.inputValue(), 'A better name')
    await tab.sees('You can no longer send this')
    await tab.isAccessible('a deleted product')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
