import { writeFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { chromiumPath, Tab } from '#tests/testkit/chromium'
import { BASE } from '#tests/testkit/http'
import { until } from '#tests/testkit/wait'

const chromium = chromiumPath()
if (!chromium) {
  console.log(
    '\n!!!  SKIPPED: the reference page in a browser. Install chromium, or set CHROMIUM to one.  !!!\n'
  )
}

/** Collects everything that the security policy blocks, as `directive blocked-address`. */
const WATCH = `globalThis.keptOut = []
document.addEventListener('securitypolicyviolation', (event) =>
  globalThis.keptOut.push(event.effectiveDirective + ' ' + event.blockedURI))`

/**
 * Blocked attempts of the reader that it can do without: some of its own styles, and a test whether it may evaluate
 * code from text.
 */
const DISPENSABLE = ['style-src-attr inline', 'style-src-elem inline', 'script-src eval']

/** The width of the list of calls, which fills the page if the styles are blocked. */
const WIDTH = `document.querySelector('aside').getBoundingClientRect().width`

/** The title of the document, and the heading of a call that the page shows without a click. */
async function expectedTexts() {
  const { info, paths, tags } = (await (await fetch(`${BASE}/openapi.json`)).json()) as {
    info: { title: string }
    tags: { name: string }[]
    paths: Record<string, Record<string, { summary: string; tags: string[] }>>
  }
  const calls = Object.values(paths).flatMap((path) => Object.values(path))
  return [info.title, calls.find((one) => one.tags.includes(tags[0].name))!.summary]
}

test.group('the reference page in a browser', () => {
  test('shows the calls of the document and asks no other host for anything', async ({ assert, cleanup }) => {
    const asked: string[] = []
    const failures: string[] = []
    const tab = await Tab.open(chromium!, (method, params) => {
      if (method === 'Network.requestWillBeSent')
        asked.push((params as { request: { url: string } }).request.url)
      if (method === 'Runtime.exceptionThrown') failures.push(JSON.stringify(params))
    })
    cleanup(() => tab.close())
    for (const domain of ['Network', 'Page', 'Runtime']) await tab.send(`${domain}.enable`)
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: WATCH })
    await tab.send('Page.navigate', { url: `${BASE}/reference` })

    const texts = await expectedTexts()
    await until(`a page with ${texts.join(' and ')}`, async () => {
      const shown = await tab.value<string>('document.body?.innerText ?? ""')
      return texts.every((text) => shown.includes(text))
    })
    assert.include(await tab.value<string>('document.title'), 'Latchkey')
    assert.isBelow(await tab.value<number>(WIDTH), 500)
    if (process.env.SCREENSHOT) {
      const { data } = await tab.send<{ data: string }>('Page.captureScreenshot')
      await writeFile(process.env.SCREENSHOT, data, 'base64')
    }

    assert.include(asked, `${BASE}/openapi.json`)
    const elsewhere = asked.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(`${BASE}/`))
    assert.deepEqual(elsewhere, [])
    const keptOut = await tab.value<string[]>('globalThis.keptOut')
    assert.deepEqual(
      keptOut.filter((one) => !DISPENSABLE.includes(one)),
      []
    )
    assert.deepEqual(failures, [])
  }).skip(chromium === null, 'there is no Chromium on this machine')
})
