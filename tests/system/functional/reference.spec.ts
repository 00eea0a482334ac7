import { hash } from 'node:crypto'
import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { test } from '@japa/runner'
import { SCALAR } from '#system/reference/scalar'
import { CODES } from '#kernel/refusals/codes'
import { BASE } from '#tests/testkit/http'
import { anchorsOf } from '#tests/testkit/markdown'
import { textOf } from '#tests/testkit/project_files'

const SCRIPT = `/reference/scalar-${SCALAR.version}.js`

/** Files that are sent unchanged from the project, with their types and their caching. */
const FILES = [
  ['/openapi.json', 'application/json', 'resources/reference/openapi.json', 'public, max-age=60'],
  ['/reference/start.js', 'text/javascript', 'resources/reference/start.js', 'public, max-age=60'],
  ['/llms.txt', 'text/plain', 'resources/reference/llms.txt', 'public, max-age=60'],
  ['/reference.md', 'text/markdown', 'resources/reference/reference.md', 'public, max-age=60'],
  ['/errors', 'text/html', 'resources/reference/errors.html', 'public, max-age=60'],
  ['/errors/style.css', 'text/css', 'resources/reference/errors.css', 'public, max-age=60'],
] as const

/** The answer as sent; `fetch` would decompress it. */
function raw(path: string, { method = 'GET', headers = {} } = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>(
    (resolve, reject) => {
      const sent = request(BASE + path, { method, headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(parts) })
        )
      })
      sent.once('error', reject).end()
    }
  )
}

const packed = { 'accept-encoding': 'br, gzip' }

test.group('the description of the API', (group) => {
  group.tap((one) => one.tags(['@once']))

  test('{0} is the file of the project, compressed and plain, and is asked for anew')
    .with(FILES.map((one) => [...one]))
    .run(async ({ assert }, [path, type, file, cache]) => {
      const plain = await raw(path)
      assert.equal(plain.status, 200)
      assert.equal(plain.headers['content-type'], `${type}; charset=utf-8`)
      assert.equal(plain.headers['cache-control'], cache)
      assert.equal(plain.headers.vary, 'accept-encoding')
      assert.equal(plain.headers['x-ratelimit-limit-ip'], '-1')
      assert.notProperty(plain.headers, 'content-encoding')
      const text = await textOf(file)
      assert.equal(plain.bytes.toString(), text)

      const small = await raw(path, { headers: packed })
      assert.equal(small.headers['content-encoding'], 'gzip')
      assert.equal(gunzipSync(small.bytes).toString(), text)
      assert.equal(small.headers.etag, plain.headers.etag)

      const known = await raw(path, { headers: { 'if-none-match': String(plain.headers.etag) } })
      assert.equal(known.status, 304)
      assert.lengthOf(known.bytes, 0)
      const stale = await raw(path, { headers: { 'if-none-match': '"another"' } })
      assert.equal(stale.status, 200)
    })

  test('the script of the page is the one of its version, for a year', async ({ assert }) => {
    const { status, headers, bytes } = await raw(SCRIPT, { headers: packed })
    assert.equal(status, 200)
    assert.equal(headers['content-encoding'], 'gzip')
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(hash('sha256', gunzipSync(bytes)), SCALAR.sha256)
    const plain = await raw(SCRIPT, { headers: { 'accept-encoding': 'gzip;q=0' } })
    assert.notProperty(plain.headers, 'content-encoding')
    assert.equal(hash('sha256', plain.bytes), SCALAR.sha256)
  })

  test('the page lets nothing in but this origin, and styles with a nonce of this answer', async ({
    assert,
  }) => {
    const [one, other] = await Promise.all([raw('/reference'), raw('/reference')])
    assert.equal(one.status, 200)
    assert.equal(one.headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(one.headers['cache-control'], 'no-store')
    const policy = String(one.headers['content-security-policy'])
    const [, nonce] = /'nonce-([\w-]{22})'/.exec(policy)!
    assert.equal(
      policy,
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'`
    )
    const page = one.bytes.toString()
    assert.include(page, `<meta property="csp-nonce" content="${nonce}" />`)
    assert.include(page, `src="${SCRIPT}"`)
    assert.notInclude(page, '{{')
    assert.notInclude(other.bytes.toString(), nonce)
  })

  test('the index leads nowhere but to pages and headings that are there', async ({ assert }) => {
    const index = (await raw('/llms.txt')).bytes.toString()
    const links = [...index.matchAll(/\]\(([^)]+)\)/g)].map(([, href]) => href)
    assert.isAbove(links.length, 10)
    // Each page is read once, because most links lead to headings of a page of half a megabyte.
    for (const [path, toPage] of Map.groupBy(links, (link) => link.split('#')[0])) {
      const { status, bytes } = await raw(path)
      assert.equal(status, 200, path)
      const wanted = toPage.flatMap((link) => link.split('#').slice(1))
      const anchors = wanted.length > 0 ? anchorsOf(bytes.toString()) : new Set<string>()
      assert.deepEqual(
        wanted.filter((anchor) => !anchors.has(anchor)),
        [],
        path
      )
    }
  })

  test('the index has the format of llmstxt.org, and all that is served to read', async ({ assert }) => {
    const index = await textOf('resources/reference/llms.txt')
    const [intro, ...sections] = index.split(/^## /m)
    assert.match(intro, /^# .+\n\n> .+\n\n[^#]+$/)
    for (const section of sections) {
      const [title, ...lines] = section.trim().split('\n')
      for (const line of lines.filter(Boolean)) assert.match(line, /^- \[[^\]]+\]\(\/[^)]+\): ./, title)
    }
    assert.isTrue(sections.at(-1)!.startsWith('Optional\n'))
    for (const path of ['/openapi.json', '/reference.md', '/errors', '/reference'])
      assert.include(index, `](${path})`)
  })

  test('the page of the errors has every code, its status and its retry class', async ({ assert }) => {
    const { headers, bytes } = await raw('/errors')
    assert.include(headers['content-security-policy'], "default-src 'none'")
    for (const [code, [status, , retry]] of Object.entries(CODES)) {
      const row = new RegExp(`<tr id="${code}">.*<td>${status}</td>.*<td>${retry}</td>`)
      assert.match(bytes.toString(), row, code)
    }
  })

  test('{$self} answers HEAD without a body, and no other method')
    .with([...FILES.map(([path]) => path), '/reference', SCRIPT])
    .run(async ({ assert }, path) => {
      const head = await raw(path, { method: 'HEAD' })
      assert.equal(head.status, 200)
      assert.lengthOf(head.bytes, 0)
      const { status, bytes } = await raw(path, { method: 'POST' })
      assert.equal(status, 404)
      assert.include(bytes.toString(), '"NOT_FOUND"')
    })
})
