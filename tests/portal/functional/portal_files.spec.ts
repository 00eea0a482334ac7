import { brotliDecompressSync } from 'node:zlib'
import { test } from '@japa/runner'
import { appUrl } from '#config/app'
import { portal, portalPage } from '#config/portal'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { lowered } from '#tests/testkit/limits'
import { createDomain } from '#tests/testkit/domains'
import { rawAnswer } from '#tests/testkit/raw_answer'
import { createShop } from '#tests/testkit/shops'

const OWN = 'licenses.example.com'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** The path of the script that the page loads first. */
async function script(): Promise<string> {
  const page = (await rawAnswer('/portal')).bytes.toString()
  return /src="(\/portal\/assets\/[^"]+\.js)"/.exec(page)![1]
}

test.group('the files of the portal', (group) => {
  group.tap((one) => one.tags(['@once']))

  test('{$self} is the page, which is asked for anew')
    .with(['/portal', '/portal/', `/portal/${newId()}`, `/portal/${newId()}/licenses/1?a=b`])
    .run(async ({ assert }, path) => {
      const { status, headers, bytes } = await rawAnswer(path)
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(headers['cache-control'], 'no-cache')
      assert.equal(headers['content-security-policy'], POLICY)
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.notMatch(bytes.toString(), /latchkey/i)
      assert.equal((await rawAnswer(path, { 'if-none-match': headers.etag })).status, 304)
    })

  test('a script is kept for good, and sent compressed: less than 100 kB to sign in', async ({ assert }) => {
    const path = await script()
    const [plain, br] = [await rawAnswer(path), await rawAnswer(path, { 'accept-encoding': 'gzip, br' })]
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(br.headers['content-encoding'], 'br')
    assert.deepEqual(brotliDecompressSync(br.bytes), plain.bytes)
    assert.isBelow(br.bytes.length, 100_000)
    assert.include(plain.bytes.toString(), 'View your licenses from', 'the page to sign in')
  })

  test('{$self} is not there, and no page either')
    .with(['/portal/assets/none.js', '/portal/.stamp', '/portal/..%2f..%2fpackage.json'])
    .run(async ({ assert }, path) => {
      const { status, bytes } = await rawAnswer(path)
      assert.equal(status, 404)
      assert.include(bytes.toString(), 'NOT_FOUND')
    })

  test('no file is counted', async ({ assert }) => {
    using _ = lowered({ ipPerMinute: 0 })
    for (const path of ['/portal', await script(), '/portal/favicon.svg']) {
      assert.equal((await rawAnswer(path)).status, 200, path)
    }
  })

  test('the console hears that there is a portal', async ({ assert }) => {
    assert.isTrue((await call('GET', '/v1/console')).body.data.console.portal)
  })
})

test.group('a host of the portal alone', (group) => {
  group.tap((one) => one.tags(['@once']))
  group.each.setup(() => {
    portal.host = OWN
    return () => {
      portal.host = null
    }
  })

  test('has the page at its root, and nothing of the console', async ({ assert }) => {
    for (const path of ['/', `/${newId()}/tickets`, '/console', '/admin/sign-in', '/reference']) {
      const { status, headers, bytes } = await rawAnswer(path, { host: OWN })
      assert.equal(status, 200, path)
      assert.equal(headers['content-security-policy'], POLICY, path)
      assert.include(bytes.toString(), '/portal/assets/', path)
    }
  })

  test('has the API and the files where every other host has them', async ({ assert }) => {
    const answer = await rawAnswer(`/v1/enduser/portal?orgId=${newId()}`, { host: OWN })
    assert.include(answer.bytes.toString(), 'ORG_NOT_FOUND')
    assert.equal((await rawAnswer(await assetOn(OWN), { host: OWN })).status, 200)
  })

  test('is where the pages of the other host lead', async ({ assert }) => {
    const { protocol } = new URL(appUrl)
    const orgId = newId()
    assert.equal(portalPage(orgId), `${protocol}//${OWN}/${orgId}`)
    const { status, headers } = await rawAnswer(`/portal/${orgId}/tickets`)
    assert.equal(status, 302)
    assert.equal(headers.location, `${protocol}//${OWN}/${orgId}/tickets`)
    assert.equal((await rawAnswer('/console')).status, 200)
  })

  test('loses no part of an address that leads there', async ({ assert }) => {
    const { headers } = await rawAnswer(`/portal/${newId()}/licenses?status=ACTIVE&search=a%20b`)
    assert.match(String(headers.location), /\/licenses\?status=ACTIVE&search=a(%20|\+)b$/)
  })

  test('leaves the own hosts of merchants alone: their portal is found by the host name', async ({
    assert,
  }) => {
    const { merchant, host } = await createShop()
    const proved = await createDomain(merchant.orgId, 'hosting')
    for (const own of [host, proved, `${proved.toUpperCase()}:443`]) {
      const { status, headers } = await rawAnswer('/portal/tickets', { host: own })
      assert.deepEqual([status, headers['content-security-policy']], [200, POLICY], own)
    }
    const forMail = await createDomain(merchant.orgId, 'email')
    assert.equal((await rawAnswer('/portal', { host: forMail })).status, 302)
  })

  async function assetOn(host: string): Promise<string> {
    const page = (await rawAnswer('/', { host })).bytes.toString()
    return /src="(\/portal\/assets\/[^"]+\.js)"/.exec(page)![1]
  }
})
