import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { lowered } from '#tests/testkit/limits'
import { createMerchant } from '#tests/testkit/merchant'
import { runNewest, runOneChunk } from '#tests/testkit/operations'

const NO_BROWSER = 'there is no Chromium on this machine'
const MANY = 10_000

async function frozenOf(orgId: string): Promise<number> {
  const [{ count }] = await rows<{ count: string }>(
    db.connection(),
    'select count(*) from licenses where org_id = ? and frozen_at is not null',
    [orgId]
  )
  return Number(count)
}

test.group('ten thousand licenses at once', () => {
  test('are chosen, checked, frozen and undone within the usual limit', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, MANY)
    using _ = lowered({ ipPerMinute: 120 })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses?status=ACTIVE')
    const { page } = tab
    await page.locator(`[aria-rowcount="${MANY + 1}"]`).waitFor()

    await page.getByRole('grid').focus()
    for (const key of ['End', 'j', 'j', 'x', 'k', 'x']) await page.keyboard.press(key)
    assert.isBelow(await page.getByRole('row').count(), 60)
    await page.getByRole('button', { name: 'Select all 10,000' }).click()
    await tab.isAccessible('selected')
    await page
      .getByRole('region', { name: 'Selected licenses' })
      .getByRole('button', { name: 'Freeze' })
      .click()
    await page.getByLabel('Reason').fill('A closed account')
    await page.getByRole('button', { name: 'Run check' }).click()
    await runNewest(merchant.orgId)
    const freeze = page.getByRole('button', { name: 'Freeze 10,000' })
    await freeze.waitFor()
    assert.equal(await frozenOf(merchant.orgId), 0)
    await tab.isAccessible('checked')

    await freeze.click()
    await runNewest(merchant.orgId)
    await page.getByRole('dialog').getByText('Completed').waitFor()
    assert.equal(await frozenOf(merchant.orgId), MANY)
    await tab.isAccessible('done')

    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'Undo' }).waitFor()
    await page.reload()
    await runNewest(merchant.orgId)
    await tab.sees('Completed')
    assert.equal(await frozenOf(merchant.orgId), 0)
    tab.isClean()
  })
    .timeout(120_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('are watched step by step and over a reload, stopped half-way, gone on with and undone', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, MANY)
    using _ = lowered({ ipPerMinute: 120 })
    const path = `/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`
    const { id } = (await call('POST', path, { ...merchant, body: { filter: {} } })).body.data.operation
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    /** Works on one chunk, and waits until the page shows the progress. */
    const step = async () => {
      const { processed } = await runOneChunk(id)
      await tab.sees(`${processed.toLocaleString('en')} of 10,000`)
      return processed
    }
    await tab.goTo(`/${merchant.orgId}/operations/${id}`)
    await tab.signIn(merchant.email)
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
    const steps = [await step(), await step(), await step()]
    await page.reload()
    steps.push(await step())
    assert.lengthOf(new Set(steps), 4)
    assert.isBelow(steps[3], MANY)
    await tab.isAccessible('half-way')

    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' })
    await runOneChunk(id)
    await tab.sees('Cancelled')
    assert.equal(await frozenOf(merchant.orgId), steps[3])

    await page.getByRole('button', { name: 'Retry' }).click()
    await runNewest(merchant.orgId)
    await tab.sees('Completed')
    assert.equal(await frozenOf(merchant.orgId), MANY)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'Undo' }).waitFor()
    await runNewest(merchant.orgId)
    await tab.sees('Completed')
    assert.equal(await frozenOf(merchant.orgId), 0)
    tab.isClean()
  })
    .timeout(120_000)
    .skip(!hasBrowser, NO_BROWSER)
})
