import axe from 'axe-core'
import type { Assert } from '@japa/assert'
import { browserClient } from '@japa/browser-client'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { chromiumPath } from './chromium.js'
import { BASE } from './http.js'
import { PASSWORD } from './merchant.js'
import { until } from './wait.js'

const path = chromiumPath()

/** True if this machine has a browser to drive the console with. */
export const hasBrowser = path !== null

/** A Chromium for the browser suite, if this machine has one. */
export const browserPlugins = path
  ? [
      browserClient({
        runInSuites: ['browser'],
        launcher: (options) => chromium.launch({ ...options, executablePath: path }),
        contextOptions: {
          locale: 'en-US',
          timezoneId: 'UTC',
          reducedMotion: 'reduce',
          viewport: { width: 1440, height: 900 },
        },
      }),
    ]
  : []

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Logs content that the security policy blocks to the console of the page. */
const WATCH = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('kept out: ' + event.effectiveDirective + ' ' + event.blockedURI))`

const DISMISS_NOTES = `document.querySelectorAll('.toast [aria-label=Dismiss]').forEach((button) => button.click())`

/**
 * Every width in both themes. Each look differs from the previous one in only one of the two, so switching needs no
 * page load and little work.
 */
export const LOOKS = [
  [1440, 'light'],
  [1440, 'dark'],
  [760, 'dark'],
  [760, 'light'],
  [390, 'light'],
  [390, 'dark'],
] as const

/**
 * The violations that axe finds, as text. The thousands of nodes without problems stay in the page, because sending
 * them takes longest.
 */
const FIND = `axe.run(document, { runOnly: ${JSON.stringify(RULES)}, resultTypes: ['violations'] }).then(
  ({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html + ' ' + nodes[0].failureSummary))`

/** Waits, in a page, until what answers a change of the width has done so, such as a chart. */
export const SETTLED = `for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)`

/** What scrolls sideways in a page and should not. */
const TOO_WIDE = `(async () => {
  ${SETTLED}
  return [...document.querySelectorAll('html, main, .dialog')]
    .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== 'clip')
    .map((one) => one.tagName + '.' + one.className + ': ' + one.scrollWidth + ' of ' + one.clientWidth + ' pixels')
})()`

/** What has the focus in a page: its role or element, and its label. */
export const FOCUS = `(() => {
  const { activeElement: one } = document
  return [one.getAttribute('role') ?? one.localName, one.ariaLabel ?? one.labels?.[0]?.innerText ?? one.innerText].join(' ').slice(0, 60)
})()`

/**
 * Records the writes of a page from now on. The returned function waits for those that the page has begun, and returns
 * their addresses.
 */
export function writesOf(page: Page) {
  const addresses: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') addresses.push(request.url())
  })
  return async () => {
    // Requests are reported in the order in which the page sends them.
    await page.evaluate(`fetch('/health/live').then((answer) => answer.text())`)
    return addresses
  }
}

/**
 * A tab with the console, or with the pages at another path. It collects problems; `isClean` asserts that there were
 * none.
 */
export class ConsoleTab {
  readonly problems: string[] = []

  private constructor(
    readonly page: Page,
    private readonly assert: Assert,
    private readonly place: string
  ) {
    page.on('pageerror', (error) => this.problems.push(error.message))
    page.on('console', (message) => {
      if (message.text().startsWith('kept out')) this.problems.push(message.text())
    })
    page.setDefaultTimeout(10_000)
  }

  static async open(context: BrowserContext, assert: Assert, place = '/console'): Promise<ConsoleTab> {
    const page = await context.newPage()
    await page.addInitScript(WATCH)
    return new ConsoleTab(page, assert, place)
  }

  /** A tab at an address below the merchant's org, signed in there with `email`. */
  static async signedIn(
    context: BrowserContext,
    assert: Assert,
    { orgId, email: own }: { orgId: string; email: string },
    address: string,
    email = own
  ): Promise<ConsoleTab> {
    const tab = await ConsoleTab.open(context, assert)
    await tab.goTo(`/${orgId}${address}`)
    await tab.signIn(email)
    return tab
  }

  /** Opens an address below the tab's path. */
  async goTo(address: string) {
    await this.page.goto(`${BASE}${this.place}${address}`)
  }

  async signIn(email: string, password = PASSWORD) {
    await this.page.getByLabel('Email').fill(email)
    await this.page.getByLabel('Password').fill(password)
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  /** Waits until a text is shown. */
  async sees(text: string | RegExp) {
    await this.page.getByText(text).first().waitFor()
  }

  /** Waits for a toast and dismisses it, so that the same text after a later write comes from that write. */
  async says(text: string) {
    const note = this.page.locator('.toast', { hasText: text }).first()
    await note.waitFor()
    // Dismisses all toasts in one call, so that a toast that disappears at the same time causes no failure.
    await this.page.evaluate(DISMISS_NOTES)
    await note.waitFor({ state: 'detached' })
  }

  /**
   * Reads the secret that a dialog shows once. The dialog stays open until the user confirms that the secret is stored.
   */
  async storesSecret(): Promise<string> {
    const dialog = this.page.getByRole('dialog')
    await dialog.getByText('This is shown only once').waitFor()
    const secret = await dialog.locator('.secret > .mono').first().innerText()
    await this.page.keyboard.press('Escape')
    await dialog.getByLabel('I have stored it').check()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })
    return secret
  }

  /** Selects a value in a select that saves at once, and waits until it shows the value that the service has stored. */
  async chooses(label: string | RegExp, value: string) {
    const select = this.page.getByLabel(label)
    await select.selectOption(value)
    await select.and(this.page.locator(`[aria-busy=false]:has(option[value="${value}"]:checked)`)).waitFor()
  }

  /** Waits until the page has no pending requests. */
  async hasLoaded() {
    // What is shown before the first page has a heading too.
    await this.page
      .locator('h1')
      .filter({ hasNotText: /^Loading$/ })
      .first()
      .waitFor()
    const waiting = this.page.getByRole('status', { name: 'Loading' })
    await until('all is there', async () => (await waiting.count()) === 0)
  }

  /** Hides the tab as a look at another tab does, or shows it again. */
  async hide(isHidden: boolean) {
    await this.page
      .evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
      document.dispatchEvent(new Event('visibilitychange'))`)
  }

  /** Shows the current page at another width and in another theme. */
  async look([width, colorScheme]: (typeof LOOKS)[number]) {
    await this.page.setViewportSize({ width, height: 900 })
    await this.page.emulateMedia({ colorScheme })
  }

  /** Asserts that the page has no accessibility violations, that no icon is missing, and that it fits into 320 pixels. */
  async isAccessible(name: string) {
    this.assert.equal(await this.page.locator('.icon path:not([d])').count(), 0, name)
    // Once per document; later checks find it already compiled.
    if (await this.page.evaluate<boolean>('!globalThis.axe')) await this.page.evaluate(axe.source)
    this.assert.deepEqual(await this.page.evaluate<string[]>(FIND), [], name)
    await this.fitsNarrow(name)
  }

  /** Asserts that neither the page nor a part of it without a scroll bar of its own scrolls sideways. */
  async fits(name: string) {
    this.assert.deepEqual(await this.page.evaluate<string[]>(TOO_WIDE), [], `${name} scrolls sideways`)
  }

  /** `fits` in a window of 320 pixels, unless the window is narrow already. */
  private async fitsNarrow(name: string) {
    const size = this.page.viewportSize()!
    if (size.width < 1000) return
    await this.page.setViewportSize({ width: 320, height: size.height })
    await this.fits(`${name}, 320 pixels wide,`)
    await this.page.setViewportSize(size)
  }

  isClean(name?: string) {
    this.assert.deepEqual(this.problems, [], name)
  }
}
