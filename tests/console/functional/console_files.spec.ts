import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { test } from '@japa/runner'
import { BASE } from '#tests/testkit/http'
import { lowered } from '#tests/testkit/limits'
import { rawAnswer } from '#tests/testkit/raw_answer'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** The path of the script that the page loads first. */
async function script(): Promise<string> {
  const page = await (await fetch(`${BASE}/console`)).text()
  return /src="(\/console\/assets\/[^"]+\.js)"/.exec(page)![1]
}

test.group('the files of the console', (group) => {
  group.tap((one) => one.tags(['@once']))

  test('{$self} is the page, which is asked for anew')
    .with(['/console', '/console/', '/console/sign-in?to=%2F', '/console/0/licenses/1'])
    .run(async ({ assert }, path) => {
      const { status, headers, bytes } = await rawAnswer(path)
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(headers['cache-control'], 'no-cache')
      assert.equal(headers['content-security-policy'], POLICY)
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.include(bytes.toString(), '<div id="root">')
      const known = await rawAnswer(path, { 'if-none-match': headers.etag })
      assert.equal(known.status, 304)
      assert.lengthOf(known.bytes, 0)
    })

  test('are those of production, whatever has built them: less than 100 kB of script to sign in', async ({
    assert,
  }) => {
    const { bytes } = await rawAnswer(await script(), { 'accept-encoding': 'br' })
    assert.isBelow(bytes.length, 100_000)
    const text = brotliDecompressSync(bytes).toString()
    assert.include(text, 'current-password', 'the page to sign in')
    assert.notInclude(text, 'Each child in a list should have a unique', 'a warning of React for developers')
  })

  test('a script is kept for good, and sent as small as the browser takes it', async ({ assert }) => {
    const path = await script()
    const plain = await rawAnswer(path)
    assert.equal(plain.status, 200)
    assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(plain.headers.vary, 'accept-encoding')
    assert.equal(plain.headers['content-security-policy'], POLICY)
    assert.notProperty(plain.headers, 'content-encoding')

    const br = await rawAnswer(path, { 'accept-encoding': 'gzip, deflate, br' })
    assert.equal(br.headers['content-encoding'], 'br')
    assert.deepEqual(brotliDecompressSync(br.bytes), plain.bytes)
    const gzip = await rawAnswer(path, { 'accept-encoding': 'gzip' })
    assert.equal(gzip.headers['content-encoding'], 'gzip')
    assert.deepEqual(gunzipSync(gzip.bytes), plain.bytes)
    assert.equal(gzip.headers.etag, br.headers.etag)
    const refused = await rawAnswer(path, { 'accept-encoding': 'br;q=0, gzip;q=0' })
    assert.notProperty(refused.headers, 'content-encoding')
  })

  test('{$self} is not there, and no page either')
    .with([
      '/console/assets/none.js',
      '/console/none.css',
      '/console/.stamp',
      '/console/assets/../../package.json',
      '/console/..%2f..%2fpackage.json',
      '/console/%2e%2e/%2e%2e/package.json',
    ])
    .run(async ({ assert }, path) => {
      const { status, bytes } = await rawAnswer(path)
      assert.equal(status, 404)
      assert.include(bytes.toString(), 'NOT_FOUND')
    })

  test('no file is counted', async ({ assert }) => {
    using _ = lowered({ ipPerMinute: 0 })
    for (const path of ['/console', await script(), '/console/favicon.svg']) {
      const { status, headers } = await rawAnswer(path)
      assert.equal(status, 200, path)
      assert.equal(headers['x-ratelimit-limit-ip'], '0')
    }
  })
})
