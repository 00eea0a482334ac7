import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import { chromiumPath } from '../tests/testkit/chromium.js'
import { openStage, type Stage } from './authorize/stage.js'
import { keyTimes, openLicenses, openSignIn, rowsWhileScrolling } from './console/pages.js'
import { goalOf } from './promises.js'

const LICENSES = 10_000
/** Licenses that one request creates. */
const BATCH = 500

/**
 * P21 and P22: the JavaScript that a browser fetches for the sign-in page, and until the list of licenses is shown.
 * P23: the time from a key press to the paint, with 10,000 rows loaded. P24: rows in the page while it scrolls over them.
 */
export default async function run() {
  const path = chromiumPath()
  if (!path) return console.log('P21  there is no Chromium on this machine: name one with CHROMIUM')
  const script = ['--import=@poppinss/ts-exec', 'bin/build_console.ts']
  await promisify(execFile)(process.execPath, script)
  // Browsers accept the cookies of production over https only.
  const stage = await openStage({ NODE_ENV: 'development' })
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] })
  try {
    await makeLicenses(stage)
    const base = `http://127.0.0.1:${stage.ports.service}/console`
    const signIn = await openSignIn(browser, base)
    console.log(`P21  JavaScript to the sign-in page: ${inKb(signIn)} brotli (${goalOf('P21')})`)
    const { page, bytes } = await openLicenses(browser, base, stage.vendor)
    console.log(`P22  JavaScript to the list of licenses: ${inKb(bytes)} brotli (${goalOf('P22')})`)
    const rows = await rowsWhileScrolling(page, LICENSES)
    const times = (await keyTimes(page)).sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(share * (times.length - 1))].toFixed(0)
    console.log(
      `P23  key press to paint with ${LICENSES} rows: p95 ${at(0.95)} ms, median ${at(0.5)} ms (${goalOf('P23')})`
    )
    console.log(`P24  rows in the page while it scrolls over ${LICENSES}: at most ${rows} (${goalOf('P24')})`)
  } finally {
    await browser.close()
    await stage.close()
  }
}

/** Created through the API, so that they are counted. */
async function makeLicenses({ vendor, ports }: Stage) {
  const url = `http://127.0.0.1:${ports.service}/v1/products/${vendor.productId}/licenses`
  const headers = { 'x-api-key': vendor.apiKey.key, 'content-type': 'application/json' }
  const body = JSON.stringify({ count: BATCH, expiresAt: '2035-01-01T00:00:00.000Z' })
  for (let made = 0; made < LICENSES; made += BATCH) {
    const { status } = await fetch(url, { method: 'POST', headers, body })
    if (status !== 201) throw new Error(`Making licenses was answered with ${status}`)
  }
}

const inKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
