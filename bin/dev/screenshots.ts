/**
 * `npm run screenshots`: takes the pictures of the README, light and dark. They show a quickstart in its own folder,
 * whose merchant has licenses in every state, in this machine's Chromium or the one that CHROMIUM names.
 */
import '../require_node.js'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright'
import { freePort } from '#kernel/net/free_port'
import { readHandover, type Handover } from '#terminal/quickstart/handover'
import { chromiumPath } from '#tests/testkit/chromium'
import { furnishMerchant } from './picture_merchant.js'

const FOLDER = 'docs/images'
const VIEW = { width: 1440, height: 800 }
const THEMES = ['light', 'dark'] as const

const path = chromiumPath()
if (!path) throw new Error('There is no Chromium on this machine: name one with CHROMIUM')
const folder = await mkdtemp(join(tmpdir(), 'latchkey-pictures-'))
// When run as root, the embedded database uses another account, which must be able to enter the folder.
await chmod(folder, 0o755)
const service = spawn(
  process.execPath,
  ['--import=@poppinss/ts-exec', 'bin/quickstart.ts', '--no-demo-run'],
  {
    env: {
      ...process.env,
      DATABASE_URL: '',
      REDIS_URL: '',
      DATA_DIR: folder,
      PORT: String(await freePort()),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  }
)
try {
  const merchant = await served(folder)
  const place = await furnishMerchant(merchant)
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] })
  await mkdir(FOLDER, { recursive: true })
  for (const theme of THEMES)
    await writeFile(`${FOLDER}/console-${theme}.webp`, await picture(browser, merchant, place, theme))
  await browser.close()
} finally {
  service.kill('SIGINT')
  await once(service, 'close')
  await rm(folder, { recursive: true, force: true })
}

/** The hand-over of the quickstart, once the console is served. */
async function served(dataDir: string): Promise<Handover> {
  for (let tries = 0; tries < 600; tries++) {
    if (service.exitCode !== null) throw new Error('The quickstart has ended')
    const left = await readHandover(dataDir)
    if (left && (await isThere(`${left.baseUrl}/console`))) return left
    await delay(200)
  }
  throw new Error('The quickstart does not serve')
}

function isThere(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false
  )
}

/** The list of licenses with one license opened beside it, as WebP. */
async function picture(
  browser: Browser,
  merchant: Handover,
  place: number,
  colorScheme: 'light' | 'dark'
): Promise<Buffer> {
  const context = await browser.newContext({
    ...{ viewport: VIEW, deviceScaleFactor: 2, colorScheme, reducedMotion: 'reduce' },
    ...{ locale: 'en-US', timezoneId: 'UTC' },
  })
  const page = await context.newPage()
  await page.goto(`${merchant.baseUrl}/console/${merchant.orgId}/licenses`)
  await page.getByLabel('Email').fill(merchant.email)
  await page.getByLabel('Password').fill(merchant.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('grid').focus()
  const down = Array.from({ length: place }, () => 'j')
  for (const key of ['j', 'x', 'j', 'j', 'x', 'Home', ...down, ' ']) await page.keyboard.press(key)
  await page.mouse.move(0, 0)
  await page.getByText('Unfrozen').first().waitFor()
  await page.waitForLoadState('networkidle')
  const image = await page.screenshot()
  await context.close()
  return asWebp(await browser.newPage(), image)
}

/** The browser converts the image to WebP. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const url = await page.evaluate(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.8)
  })()`)
  await page.close()
  return Buffer.from(String(url).split(',')[1], 'base64')
}
