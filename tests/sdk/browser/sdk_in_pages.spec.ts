import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { appendFile, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { listedOrigins } from '#config/browser'
import { hasBrowser } from '#tests/testkit/browser'
import { openPortal } from '#tests/testkit/end_users'
import { BASE } from '#tests/testkit/http'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { putSdkInto } from '#tests/testkit/sdk_package'
import { dashboardSdk } from '#tests/testkit/sdk'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'

/** A third-party site whose pages import the modules of the SDK unchanged. */
async function openSite(folder: string) {
  const server = createServer((request, response) => {
    if (request.url === '/') return response.setHeader('content-type', 'text/html').end('<title>Shop</title>')
    readFile(join(folder, 'node_modules/@latchkey/sdk/dist/esm', request.url!)).then(
      (text) => response.setHeader('content-type', 'text/javascript').end(text),
      () => response.writeHead(404).end()
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** Runs a program in the page and returns its result. The program can use `sdk`, `options` and its `facts`. */
function inPage<Value>(page: Page, program: string, facts: object): Promise<Value> {
  const surroundings = JSON.stringify({ options: { baseUrl: BASE, attempts: 1 }, ...facts })
  return page.evaluate<Value>(`(async ({ options, ...facts }) => {
    const sdk = await import('/index.js')
    ${program}
  })(${surroundings})`)
}

test.group('the SDK in pages of another origin', (group) => {
  let folder: string
  let site: Awaited<ReturnType<typeof openSite>>
  group.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-pages-'))
    await putSdkInto(folder)
    site = await openSite(folder)
    return async () => {
      site.server.close()
      site.server.closeAllConnections()
      await rm(folder, { recursive: true })
    }
  })

  /** Makes the site one of ALLOWED_ORIGINS, and returns the way back. */
  const listSite = () => {
    listedOrigins.push(site.origin)
    return () => void listedOrigins.pop()
  }

  test('works for an end user, whoever serves the page', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    await openPortal(merchant, { signIn: { licenseKey: true } })
    const [license] = await seedLicenses(merchant, 1)
    const page = await browserContext.newPage()
    await page.goto(site.origin)
    const program = `
      const pairs = []
      const entry = { ...options, onTokens: (pair) => void pairs.push(pair) }
      const portal = await sdk.LatchkeyPortal.signInByLicenseKey(entry, facts.door)
      const keys = []
      for await (const { key } of portal.licenses.list({ limit: 1 })) keys.push(key)
      const refusal = await portal.licenses.get(facts.door.orgId).catch((error) => error)
      const { name } = await sdk.LatchkeyPortal.of(options, facts.door.orgId)
      await portal.signOut()
      return { keys, name, code: refusal.code, status: refusal.status, hasRequestId: refusal.requestId !== null }`
    const door = { orgId: merchant.orgId, licenseKey: license.key }
    const { name, ...found } = await inPage<Record<string, unknown>>(page, program, { door })
    assert.isString(name)
    const refused = { code: 'LICENSE_NOT_FOUND', status: 404, hasRequestId: true }
    assert.deepEqual(found, { keys: [license.key], ...refused })
  }).skip(!hasBrowser, NO_BROWSER)

  test('works for a user where the origin is one of ALLOWED_ORIGINS: uploads, progress, streams', async ({
    assert,
    browserContext,
    cleanup,
  }) => {
    cleanup(listSite())
    const merchant = await createMerchant()
    const page = await browserContext.newPage()
    await page.goto(site.origin)
    const program = `
      const api = new sdk.LatchkeyDashboard({ ...options, tokens: { accessToken: facts.token } })
      const { licenses, operations } = api.org(facts.orgId)
      const sent = []
      const file = new Blob([facts.rows], { type: 'text/csv' })
      const onUpload = (bytes, total) => sent.push([bytes, total])
      const started = await licenses.import(file, { productId: facts.productId }, { onUpload })
      const seen = []
      const { status, progress } = await operations.wait(started, { onProgress: (told) => seen.push(told.status) })
      const found = await licenses.list({ search: 'PAGE' }).first()
      return { sent: sent.at(-1), size: file.size, status, progress, last: seen.at(-1), found: found.items.length }`
    const rows = 'key\nPAGE-0001\nPAGE-0002\n'
    const { token, orgId, productId } = merchant
    const ended = inPage<Record<string, unknown>>(page, program, { token, orgId, productId, rows })
    let failure: Error | undefined
    ended.catch((error: Error) => (failure = error))
    const { operations } = dashboardSdk(merchant).org(orgId)
    const operation = await until('the import', async () => {
      if (failure) throw failure
      return (await operations.list({ status: 'queued' }).first()).items[0]
    })
    await runToEnd(operation.id)
    const { size, ...outcome } = await ended
    assert.containSubset(outcome, { sent: [size, size], status: 'completed', last: 'completed', found: 2 })
  }).skip(!hasBrowser, NO_BROWSER)

  test('gives the answers that have no bytes of a file: 416 and 304', async ({
    assert,
    browserContext,
    cleanup,
  }) => {
    cleanup(listSite())
    const merchant = await createMerchant()
    await seedLicenses(merchant, 1)
    const { token, orgId } = merchant
    const { licenses, operations } = dashboardSdk(merchant).org(orgId)
    const { id } = await licenses.export({ format: 'csv' })
    await runToEnd(id)
    const file = await operations.download(id)
    const { byteLength: size } = await file.arrayBuffer()
    const page = await browserContext.newPage()
    await page.goto(site.origin)
    const program = `
      const api = new sdk.LatchkeyDashboard({ ...options, tokens: { accessToken: facts.token } })
      const { operations } = api.org(facts.orgId)
      const whole = await operations.download(facts.id, { range: 'bytes=' + facts.size + '-' })
      const same = await operations.download(facts.id, { headers: { 'if-none-match': facts.tag } })
      return [whole.status, await whole.text(), same.status, await same.text()]`
    const facts = { token, orgId, id, size, tag: file.headers.get('etag') }
    assert.deepEqual(await inPage(page, program, facts), [416, '', 304, ''])
  }).skip(!hasBrowser, NO_BROWSER)

  test('a file that has changed since it was chosen is no outage', async ({
    assert,
    browserContext,
    cleanup,
  }) => {
    cleanup(listSite())
    const page = await browserContext.newPage()
    await page.goto(site.origin)
    await page.setContent('<input type="file">')
    const path = join(folder, 'import.csv')
    await writeFile(path, 'key\nA-1\n')
    // The browser notices a change by the file's time.
    await utimes(path, 1e9, 1e9)
    await page.locator('input').setInputFiles(path)
    // A busy browser may read the time of a chosen file only when it is asked for it.
    const chosen = 'document.querySelector("input").files[0].lastModified'
    assert.equal(await page.evaluate(chosen), 1e12)
    await appendFile(path, 'A-2\n')
    const program = `
      const api = new sdk.LatchkeyDashboard({ ...options, tokens: { accessToken: 'a' } })
      const [file] = document.querySelector('input').files
      const { name } = await api.org('o').licenses.import(file).catch((error) => error)
      return name`
    assert.equal(await inPage(page, program, {}), 'NotReadableError')
  }).skip(!hasBrowser, NO_BROWSER)

  test('gets no answer with an API key, which is no secret in a page', async ({ assert, browserContext }) => {
    const page = await browserContext.newPage()
    await page.goto(site.origin)
    const program = `
      const { code } = await sdk.Latchkey.connect({ ...options, apiKey: 'svc_x' }).catch((error) => error)
      return code`
    assert.equal(await inPage(page, program, {}), 'UNREACHABLE')
  }).skip(!hasBrowser, NO_BROWSER)
})
