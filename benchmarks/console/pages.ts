import { stat } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import type { Vendor } from '../authorize/stage.js'

const VIEW = { width: 1440, height: 900 }
/** The keys that a user presses to look through a list, repeated. */
const KEYS = ['j', 'j', 'x', 'k', 'PageUp', 'PageDown', 'Home', 'j', 'x', 'End', 'k', 'k']
const TURNS = 10

/** Resolves after the page has been painted. */
const PAINTED = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'
const SCROLL = `document.querySelector('[role=grid]').scrollTop += 2000; ${PAINTED}`

/** A new tab that counts the JavaScript it fetches, compressed as in the build. */
async function openTab(browser: Browser): Promise<{ page: Page; bytes: () => Promise<number> }> {
  const page = await (await browser.newContext({ viewport: VIEW })).newPage()
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  })
  const bytes = async () => {
    const sizes = await Promise.all([...scripts].map(async (path) => (await stat(`public${path}.br`)).size))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  return { page, bytes }
}

/** Opens the sign-in page; resolves with the bytes of its JavaScript. */
export async function openSignIn(browser: Browser, base: string): Promise<number> {
  const { page, bytes } = await openTab(browser)
  await page.goto(`${base}/sign-in`)
  await page.getByLabel('Password').waitFor()
  await page.waitForLoadState('networkidle')
  return bytes()
}

/** Signs in and opens the list of licenses; resolves with the bytes of all JavaScript until its rows are shown. */
export async function openLicenses(browser: Browser, base: string, { orgId, email, password }: Vendor) {
  const { page, bytes } = await openTab(browser)
  await page.goto(`${base}/${orgId}/licenses`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('[role=row][aria-rowindex="2"]').waitFor()
  await page.waitForLoadState('networkidle')
  return { page, bytes: await bytes() }
}

/** Scrolls to the end of `rows` rows, which loads them; resolves with the maximum number of rows in the page. */
export async function rowsWhileScrolling(page: Page, rows: number): Promise<number> {
  const last = page.locator(`[role=row][aria-rowindex="${rows + 1}"]`)
  let most = 0
  while ((await last.count()) === 0) {
    most = Math.max(most, await page.getByRole('row').count())
    await page.evaluate(SCROLL)
  }
  return Math.max(most, await page.getByRole('row').count())
}

/** Milliseconds from a key press to the paint, for many key presses. */
export async function keyTimes(page: Page): Promise<number[]> {
  await page.getByRole('grid').focus()
  await page.evaluate(`
    window.keyTimes = []
    document.addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => window.keyTimes.push(performance.now() - timeStamp)
      port2.postMessage(null)
    }), true)`)
  let pressed = 0
  for (let turn = 0; turn < TURNS; turn++) {
    for (const key of KEYS) {
      await page.keyboard.press(key)
      pressed++
      while ((await page.evaluate<number>('window.keyTimes.length')) < pressed) await page.evaluate(PAINTED)
    }
  }
  return page.evaluate<number[]>('window.keyTimes')
}
