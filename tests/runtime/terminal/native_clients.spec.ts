import { existsSync, readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { fakeService, listedKeys, relay } from '#tests/testkit/client'
import { BASE } from '#tests/testkit/http'
import { buildClients, type Built } from '#tests/testkit/native_clients/clients'
import { LANGUAGES } from '#tests/testkit/native_clients/languages'
import { ended } from '#tests/testkit/native_clients/programs'
import { serviceAhead } from '#tests/testkit/native_clients/slow_clock'
import { stallingServer } from '#tests/testkit/native_clients/stalling_server'
import { exams } from '#tests/testkit/native_clients/vectors'
import { createVendor, seedLicense, stored, type Vendor } from '#tests/testkit/runtime'
import { until } from '#tests/testkit/wait'

/** The programs of the guides identify the device by it. Some containers have none. */
const MACHINE_ID = existsSync('/etc/machine-id') && readFileSync('/etc/machine-id', 'utf8').trim()

/**
 * What the clients say about a key that is not UTF-8. Most send U+FFFD in its place; Python sends half a character, which
 * the service refuses. The other languages take no such words from the command line.
 */
const BAD_KEY: Partial<Record<string, string>> = {
  ...{ 'C++': 'denied LICENSE_NOT_FOUND', Java: 'denied LICENSE_NOT_FOUND' },
  ...{ Go: 'denied LICENSE_NOT_FOUND', Python: 'error BAD_REQUEST never' },
}

let built: Built
type Client = Built['clients'] extends Map<string, infer One> ? One : never

/** The environment variables for the command line of a client. */
async function surroundings({ productId, key, signingSecret }: Vendor, url = BASE, keys?: string) {
  const pinned = keys ?? (await listedKeys()).map(({ x }) => x).join()
  return {
    LATCHKEY_URL: url,
    LATCHKEY_PRODUCT: productId,
    LATCHKEY_API_KEY: key,
    LATCHKEY_SECRET: signingSecret,
    LATCHKEY_KEYS: pinned,
  }
}

/** The parts of the output of `authorize` for an allowed license. */
function allowedIn(output: string) {
  const [first, proof] = output.split('\n')
  return { sessionId: /^allowed (\S+)$/.exec(first)?.[1], proof }
}

test.group('clients in other languages', (group) => {
  group.tap((one) => one.tags(['@once']).timeout(60_000))
  group.setup(async () => {
    built = await buildClients()
    for (const { name, needs } of built.skipped) {
      console.log(`\n!!!  SKIPPED: the client for ${name}. Its toolchain is missing: ${needs}  !!!\n`)
    }
    return () => built.remove()
  })

  for (const { name } of LANGUAGES) {
    const missing = () => !built.clients.has(name)
    /** Retries while the service cannot decide, which has no effect: docs/clients/README.md#answers. */
    const client: Client['command'] = (...call) =>
      until(`a decision for the client for ${name}`, async () => {
        const said = await built.clients.get(name)!.command(...call)
        return !said.output.startsWith('error SIGNING_UNAVAILABLE') && said
      })

    test(`${name} signs and verifies as the vectors say`, async ({ assert }) => {
      for (const { command, lines, expected } of await exams()) {
        const { output, complaints, code } = await client([command], { input: lines.join('') })
        assert.equal(complaints, '')
        assert.equal(code, 0)
        const said = output.split(/\r?\n/).slice(0, -1)
        const answers = expected.map((vector, at) => ({ name: vector.name, says: said[at] }))
        assert.deepEqual(answers, expected, command)
        assert.lengthOf(said, lines.length)
      }
    }).skip(missing, 'its toolchain is missing')

    test(`${name} authorizes, remembers and releases`, async ({ assert }) => {
      const vendor = await createVendor({ hwidMode: 'sticky' })
      const license = await seedLicense(vendor)
      const env = await surroundings(vendor)
      const hwid = 'počítač 設備'

      const allowed = await client(['authorize', license.key, hwid], { env })
      assert.equal(allowed.code, 0, allowed.output + allowed.complaints)
      const { sessionId, proof } = allowedIn(allowed.output)
      const { bindings, sessions } = await stored(license.id)
      assert.deepEqual(
        [bindings.map(({ value }) => value), sessions.map(({ id }) => id)],
        [[hwid], [sessionId]]
      )

      const denied = await client(['authorize', license.key, 'another'], { env })
      assert.deepEqual([denied.code, denied.output.trim()], [3, 'denied HWID_STICKY_VIOLATION'])

      const changed = proof.slice(0, -12) + 'A'.repeat(12)
      const kept = [
        [license.key, hwid, proof],
        [license.key, 'another', proof],
        ['NONE-1', hwid, proof],
        [license.key, hwid, changed],
        [license.key, hwid, ''],
      ]
      const input = kept.map((fields) => `${fields.join('\t')}\n`).join('')
      const recalled = await client(['recall'], { env, input })
      assert.deepEqual(
        recalled.output.trim().split(/\s+/),
        ['allowed', 'unknown', 'unknown', 'unknown', 'unknown'],
        recalled.complaints
      )

      const released = await client(['release', license.key, sessionId!], { env })
      assert.equal(released.code, 0, released.output + released.complaints)
      assert.lengthOf((await stored(license.id)).sessions, 0)
    }).skip(missing, 'its toolchain is missing')

    test(`${name} believes only what its service has signed`, async ({ assert }) => {
      const vendor = await createVendor()
      const ask = async (url: string, keys?: string) => {
        const env = await surroundings(vendor, url, keys)
        const { code, output } = await client(['authorize', 'NONE-1'], { env })
        return `${code} ${output.trim()}`
      }
      const wrong = await surroundings({ ...vendor, signingSecret: 'another' })
      const impostor = await fakeService()
      const proxy = await relay((_req, res) => void res.writeHead(503, { 'retry-after': '7' }).end('<html>'))
      const ahead = await serviceAhead(5000)
      try {
        // One after the other, because programs that start simultaneously leave the service too little processor time
        // to answer in time.
        const genuine = await ask(BASE)
        const refused = await client(['authorize', 'NONE-1'], { env: wrong })
        const forged = await ask(impostor.base)
        const proxied = await ask(proxy.base)
        const late = await ask(ahead.base, ahead.x)
        const nobody = await ask('http://127.0.0.1:1')
        assert.equal(genuine, '3 denied LICENSE_NOT_FOUND')
        assert.deepEqual([refused.code, refused.output.trim()], [4, 'error INVALID_SIGNATURE never'])
        assert.equal(forged, '4 error FORGED_RESPONSE never')
        assert.equal(proxied, '4 error UNREACHABLE 7')
        assert.equal(nobody, '4 error UNREACHABLE 1')
        assert.match(late, /^0 allowed a-session/)
        assert.lengthOf(ahead.tries, 2)
      } finally {
        for (const server of [impostor, proxy, ahead]) server.close()
      }
    }).skip(missing, 'its toolchain is missing')

    test(`${name} takes its key to no other server, and reads its pins in any base64`, async ({ assert }) => {
      const vendor = await createVendor()
      let led = 0
      const other = await relay((_req, res) => void (led++, res.writeHead(200).end('{}')))
      let status = 0
      const redirects = await relay((req, res) => {
        res.writeHead(status, { location: `${other.base}${req.url}` }).end()
      })
      try {
        const env = await surroundings(vendor, redirects.base)
        // Go users replace the HTTP client, and theirs follow redirects.
        const clients = name === 'Go' ? ['default', 'own'] : ['default']
        for (const LATCHKEY_HTTP of clients) {
          for (status of [301, 307]) {
            const { output } = await client(['authorize', 'NONE-1'], { env: { ...env, LATCHKEY_HTTP } })
            assert.equal(output.trim(), 'error UNREACHABLE 1', `${LATCHKEY_HTTP} ${status}`)
          }
        }
        assert.equal(led, 0)
      } finally {
        for (const server of [redirects, other]) server.close()
      }
      const keys = (await listedKeys()).map(({ x }) => Buffer.from(x, 'base64url').toString('base64'))
      const said = await client(['authorize', 'NONE-1'], {
        env: await surroundings(vendor, BASE, keys.join()),
      })
      assert.notInclude(said.output, 'FORGED_RESPONSE')
    }).skip(missing, 'its toolchain is missing')

    test(`${name} gives up an answer that does not end`, async ({ assert }) => {
      const vendor = await createVendor()
      using silent = await stallingServer({ drips: false })
      using dripping = await stallingServer({ drips: true })
      const ask = async ({ base }: { base: string }) => {
        const { code, output } = await client(['authorize', 'NONE-1'], {
          env: await surroundings(vendor, base),
        })
        return `${code} ${output.trim()}`
      }
      const said = await Promise.all([ask(silent), ask(dripping)])
      assert.deepEqual(said, Array(2).fill('4 error UNREACHABLE 1'))
    }).skip(missing, 'its toolchain is missing')

    if (BAD_KEY[name]) {
      test(`${name} asks about a key that is not UTF-8, and does not crash`, async ({ assert }) => {
        const env = await surroundings(await createVendor())
        // Only a shell can pass on bytes that are no text.
        const line = 'exec "$@" authorize "$(printf "NONE-\\377")" "$(printf "PC-\\377")"'
        const { start } = built.clients.get(name)!
        const said = await until(`a decision for the client for ${name}`, async () => {
          const one = await ended(['bash', '-c', line, 'bash', ...start], { env })
          return !one.output.startsWith('error SIGNING_UNAVAILABLE') && one
        })
        assert.equal(said.output.trim(), BAD_KEY[name], said.complaints)
      }).skip(missing, 'its toolchain is missing')
    }

    test(`${name}: the program of the guide runs while it may, and for a while without the service`, async ({
      assert,
    }) => {
      const vendor = await createVendor({ hwidMode: 'sticky' })
      const license = await seedLicense(vendor)
      const env = await surroundings(vendor)
      const offline = { ...env, LATCHKEY_URL: 'http://127.0.0.1:1' }
      const run = async (key: string, settings: typeof env) => {
        const { code, output, complaints } = await built.clients.get(name)!.guide([key], settings)
        return { runs: code === 0 && output.startsWith('Licensed until'), said: output + complaints }
      }
      // A program without a proof ends if the service cannot decide, and is then started again.
      const decided = (key: string) =>
        until(`a decision for the program for ${name}`, async () => {
          const ended = await run(key, env)
          return !/cannot be reached/.test(ended.said) && ended
        })
      const first = await decided(license.key)
      assert.isTrue(first.runs, first.said)
      const { bindings, sessions } = await stored(license.id)
      assert.match(bindings[0].value, /^[0-9a-f]{64}$/)
      assert.lengthOf(sessions, 0)
      const without = await run(license.key, offline)
      assert.isTrue(without.runs, without.said)
      const denied = await decided('NONE-1')
      assert.isFalse(denied.runs)
      assert.include(denied.said, 'LICENSE_NOT_FOUND')
      assert.isFalse((await run(license.key, offline)).runs)
    }).skip(() => missing() || !MACHINE_ID, 'its toolchain or the id of the machine is missing')
  }

  test('Go returns its own error for an address that is no URL', async ({ assert }) => {
    const env = await surroundings(await createVendor(), 'http://no host')
    const { code, output } = await built.clients.get('Go')!.command(['authorize', 'NONE-1'], { env })
    assert.deepEqual([code, output.trim()], [4, 'error UNREACHABLE never'])
  }).skip(() => !built.clients.has('Go'), 'its toolchain is missing')
})
