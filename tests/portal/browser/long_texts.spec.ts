import { test } from '@japa/runner'
import type { Locator } from 'playwright'
import { hasBrowser } from '#tests/testkit/browser'
import { insidePortal } from '#tests/testkit/portal_stage'
import { createTicket } from '#tests/testkit/tickets'

test.group('a text in the portal that is longer than the service takes', () => {
  test('is refused at its field, and nothing of it is cut off', async ({ assert, browserContext }) => {
    const { merchant, endUser, tab, page } = await insidePortal(browserContext, assert, '/tickets/new', {
      tickets: true,
    })
    const id = await createTicket({ orgId: merchant.orgId, endUserId: endUser.id })
    const paste = async (field: Locator, length: number) => {
      await field.click()
      await page.keyboard.insertText('long '.repeat(length / 5))
    }
    const isRefused = async (field: Locator, length: number) => {
      await field.and(page.locator('[aria-invalid=true]')).waitFor()
      assert.equal(await field.inputValue(), 'long '.repeat(length / 5))
    }
    const [subject, body] = [page.getByLabel('Subject'), page.getByLabel('What happens')]
    await paste(subject, 205)
    await paste(body, 10_005)
    await page.getByRole('button', { name: 'Send' }).click()
    await isRefused(subject, 205)
    await isRefused(body, 10_005)

    await tab.goTo(`/tickets/${id}`)
    const words = page.getByLabel('Your message')
    await paste(words, 10_005)
    await page.getByRole('button', { name: 'Send' }).click()
    await isRefused(words, 10_005)

    await tab.goTo('/profile')
    const name = page.getByLabel('First name')
    await paste(name, 205)
    await page.getByRole('form', { name: 'You' }).getByRole('button', { name: 'Save' }).click()
    await isRefused(name, 205)
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
