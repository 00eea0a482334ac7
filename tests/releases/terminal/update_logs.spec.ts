import { test } from '@japa/runner'
import { randomBytes } from 'node:crypto'
import { freePort } from '#kernel/net/free_port'
import { seedLicenses } from '#tests/testkit/licenses'
import { startProgram, type Running } from '#tests/testkit/processes'
import { createPublisher, published } from '#tests/testkit/publishing'
import { until } from '#tests/testkit/wait'

/** Every address that accepts a license key in its query, and some that accept none. */
const ADDRESSES = [
  ...['', '?version=1.0', '/tauri/linux/x86_64/0.1.0', '/electron/latest.yml', '/electron/app.zip'],
  ...['/electron/nothing.zip', '/appcast.xml', '/velopack/releases.win.json', '/velopack/app.zip'],
  ...['/nothing', '/%E0%A4%A', '//'],
]

/**
 * Requests every address with a key, both in the query and in the header; resolves with the links to which it is
 * redirected.
 */
async function askWith(base: string, key: string, artifactId: string): Promise<string[]> {
  const links: string[] = []
  for (const path of [...ADDRESSES, `/artifacts/${artifactId}`, '/artifacts/none']) {
    const inQuery = `${base}${path}${path.includes('?') ? '&' : '?'}key=${encodeURIComponent(key)}`
    for (const [url, headers] of [
      [inQuery, {}],
      [base + path, { 'x-license-key': key.replaceAll('\0', '') }],
    ] as const) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const { headers: answer } = await fetch(url, { method, headers, redirect: 'manual' })
        const link = answer.get('location')
        if (link) links.push(new URL(base).origin + link.slice(new URL(link).origin.length))
      }
    }
  }
  return links
}

/** Downloads a link in full, in part, forged, and expired; resolves with the full text. */
async function download(link: string): Promise<string> {
  const forged = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const url of [link, forged, link.replace(/exp=\d+/, 'exp=1'), link.replace('app.zip', 'other.zip')]) {
    await fetch(url).then((response) => response.arrayBuffer())
    await fetch(url, { headers: { range: 'bytes=0-3' } }).then((response) => response.arrayBuffer())
    await fetch(url, { method: 'HEAD' })
  }
  return (await fetch(link)).text()
}

/** The parts of a link that grant access. */
function secretsOf(link: string): string[] {
  const { searchParams, search } = new URL(link)
  return [search.slice(1), searchParams.get('signature')!]
}

async function startLogging(env: Record<string, string>): Promise<{ server: Running; base: string }> {
  const port = await freePort()
  const server = startProgram('bin/server', [], {
    ...{ PORT: String(port), LOG_LEVEL: 'trace', LOG_REQUESTS: 'true' },
    ...env,
  })
  await until('the server', () => server.output().includes('started HTTP server'), 30_000)
  return { server, base: `http://127.0.0.1:${port}` }
}

/** contract/12-releases#123-getting-it */
test.group('the log of updates', () => {
  test('holds no license key and no link to a file, at its most talkative: {$self}')
    .with(['development', 'production'])
    .run(async ({ assert }, mode) => {
      const publisher = await createPublisher()
      const { productId } = publisher.merchant
      const { artifact } = await published(publisher, 'bytes')
      const [license] = await seedLicenses(publisher.merchant, 1, {
        key: `KEY-${randomBytes(12).toString('hex')}`,
      })
      const [revoked] = await seedLicenses(publisher.merchant, 1, {
        ...{ key: `GONE-${randomBytes(12).toString('hex')}`, status: 'REVOKED' },
      })
      const keys = [
        license.key,
        revoked.key,
        `guessed ${randomBytes(8).toString('hex')}/+`,
        `nul\0${license.key}`,
      ]
      const { server, base } = await startLogging({ NODE_ENV: mode })
      try {
        const links: string[] = []
        for (const key of keys)
          links.push(...(await askWith(`${base}/v1/updates/${productId}`, key, artifact.id)))
        assert.isAbove(links.length, 3)
        for (const link of new Set(links)) assert.equal(await download(link), 'bytes')
        server.child.kill('SIGTERM')
        await server.ended
        const log = server.output()
        assert.include(log, `/v1/updates/${productId}/electron/latest.yml`)
        assert.include(log, `/v1/files/${artifact.id}`)
        const written = [...keys, ...keys.map(encodeURIComponent), ...links.flatMap(secretsOf)]
        for (const secret of written.filter((one) => !one.includes('\0'))) assert.notInclude(log, secret)
      } finally {
        server.child.kill('SIGKILL')
      }
    })
    .tags(['@once'])
    .timeout(120_000)
})
