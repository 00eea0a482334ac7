import type { Assert } from '@japa/assert'
import type { BrowserContext } from 'playwright'
import type { PortalPatch } from '#end_users/actions/change_portal'
import { ConsoleTab } from './browser.js'
import { mailedProof } from './challenges.js'
import { createEndUser, openPortal, own } from './end_users.js'
import { seedLicenses } from './licenses.js'
import { createMerchant, type Merchant } from './merchant.js'
import { bind, openSession } from './own_licenses.js'
import { mailsTo } from './mails.js'
import { until } from './wait.js'

/** A merchant with an open portal, and an end user with a license that is in use. */
export async function portalStage(settings: PortalPatch = {}, known?: Merchant) {
  const merchant = known ?? (await createMerchant())
  await openPortal(merchant, { branding: { name: 'Acme Tools' }, ...settings })
  const endUser = await createEndUser(merchant)
  const [license, spare] = await seedLicenses(merchant, 2)
  await own(endUser, license.id)
  await bind(license.id, 'HWID', ['HWID-OF-THE-DESKTOP', 'HWID-OF-THE-LAPTOP'])
  await bind(license.id, 'IP', ['198.51.100.7'])
  await openSession(license.id, 'running', { hwid: 'HWID-OF-THE-LAPTOP' })
  return { merchant, endUser, license, spare }
}

/** A browser tab with the portal of a merchant. */
export const portalTab = (context: BrowserContext, assert: Assert, { orgId }: Pick<Merchant, 'orgId'>) =>
  ConsoleTab.open(context, assert, `/portal/${orgId}`)

/** Signs in with the code of a mail that the service has sent. */
export async function enterPortal({ page }: ConsoleTab, email: string) {
  const before = (await mailsTo(email)).length
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await until('a mail', async () => (await mailsTo(email)).length > before)
  await page.getByLabel('Code').fill((await mailedProof(email)).code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The stage with its end user signed in on a page of the portal. */
export async function insidePortal(
  context: BrowserContext,
  assert: Assert,
  path: string,
  settings: PortalPatch = {}
) {
  const stage = await portalStage(settings)
  const tab = await portalTab(context, assert, stage.merchant)
  await tab.goTo(path)
  await enterPortal(tab, stage.endUser.email)
  return { ...stage, tab, page: tab.page }
}
