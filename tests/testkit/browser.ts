import axe from 'axe-core'
import type { Assert } from '@japa/assert'
import { browserClient } from '@japa/browser-client'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { chromiumPath } from './chromium.js'
import { BASE } from './http.js'
import { PASSWORD } from './merchant.js'
import { until } from './wait.js'

const path = chromiumPath()

/** Whether the console can be driven here. */
export const hasBrowser = path !== null

/** A Chromium for the suite of browsers, where this machine has one. */
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

/** Notes what the policy keeps out, in the log of the page. */
const WATCH = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('kept out: ' + event.effectiveDirective + ' ' + event.blockedURI))`

const DISMISS_NOTES = `document.querySelectorAll('.toast [aria-label=Dismiss]').forEach((button) => button.click())`

type Finding = { id: string; nodes: { html: string; failureSummary: string }[] }

/** A tab with the console, or with the pages at another place. What goes wrong in it has to be nothing in the end. */
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

  /** Goes to an address below the place. */
  async goTo(address: string) {
    await this.page.goto(`${BASE}${this.place}${address}`)
  }

  async signIn(email: string, password = PASSWORD) {
    await this.page.getByLabel('Email').fill(email)
    await this.page.getByLabel('Password').fill(password)
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  /** Waits for something to be shown. */
  async sees(text: string | RegExp) {
    await this.page.getByText(text).first().waitFor()
  }

  /** Waits for a passing note, and takes it away, so that the same words of a later write are its own. */
  async says(text: string) {
    const note = this.page.locator('.toast', { hasText: text }).first()
    await note.waitFor()
    // All at once: a note that goes by itself meanwhile is no failure.
    await this.page.evaluate(DISMISS_NOTES)
    await note.waitFor({ state: 'detached' })
  }

  /** Reads the secret that a dialog shows once. Nothing closes the dialog until somebody says that it is stored. */
  async storesSecret(): Promise<string> {
    const dialog = this.page.getByRole('dialog')
    await dialog.getByText('Shown once').waitFor()
    const secret = await dialog.locator('.secret > .mono').first().innerText()
    await this.page.keyboard.press('Escape')
    await dialog.getByLabel('I have stored it').check()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })
    return secret
  }

  /** Chooses in a select whose change counts at once, and waits until it shows what the service has kept. */
  async chooses(label: string | RegExp, value: string) {
    const select = this.page.getByLabel(label)
    await select.selectOption(value)
    await select.and(this.page.locator(`select:has(option[value="${value}"]:checked)`)).waitFor()
  }

  /** Waits until nothing on the page is still asked for. */
  async hasLoaded() {
    const waiting = this.page.getByRole('status', { name: 'Loading' })
    await until('all is there', async () => (await waiting.count()) === 0)
  }

  /** Nothing that people with other eyes or hands would stumble over. */
  async isAccessible(name: string) {
    await this.page.evaluate(axe.source)
    const { violations } = await this.page.evaluate<{ violations: Finding[] }>(
      `axe.run(document, { runOnly: ${JSON.stringify(RULES)} })`
    )
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`)
    this.assert.deepEqual(found, [], name)
  }

  isClean() {
    this.assert.deepEqual(this.problems, [])
  }
}
