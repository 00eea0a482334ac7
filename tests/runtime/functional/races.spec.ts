import { test } from '@japa/runner'
import fc from 'fast-check'
import type { Policy } from '#catalog/rules/policy'
import { BASE } from '#tests/testkit/http'
import { insist } from '#tests/testkit/insist'
import { startServer, type OtherServer } from '#tests/testkit/servers'
import {
  authorize,
  call,
  createVendor,
  RELEASE,
  seedLicense,
  stored,
  type Vendor,
} from '#tests/testkit/runtime'

const AT_ONCE = 50

test.group('authorize: races on two server processes', (group) => {
  let other: OtherServer
  const base = (turn: number) => (turn % 2 === 0 ? BASE : other.base)

  group.setup(async () => {
    other = await startServer()
    // The first calls of a process open its connections and compile its code, which this test does not cover.
    const vendor = await createVendor()
    for (let turn = 0; turn < 20; turn++) {
      await authorize(vendor, (await seedLicense(vendor)).key, {}, { base: base(turn) })
    }
    return () => other.kill('SIGTERM')
  })
  /** Makes calls at once, alternating between both servers; returns their reasons, or `allowed`. */
  async function rush(vendor: Vendor, licenseKey: string, params: (turn: number) => object) {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, turn) =>
        insist(() => authorize(vendor, licenseKey, params(turn), { base: base(turn) }))
      )
    )
    return answers.map(({ status, body }) => (status === 200 ? 'allowed' : body.reasonCode))
  }

  test('exactly one of 50 gets the last {0}')
    .with([
      [
        'seat',
        { maxConcurrentSessions: 3 },
        (turn: number) => ({ sessionId: `s${turn}` }),
        'CONCURRENCY_LIMIT_EXCEEDED',
      ],
      [
        'HWID slot',
        { hwidMode: 'limit', hwidLimit: 3 },
        (turn: number) => ({ hwid: `h${turn}` }),
        'HWID_LIMIT_EXCEEDED',
      ],
      [
        'sticky HWID slot',
        { hwidMode: 'sticky' },
        (turn: number) => ({ hwid: `h${turn}` }),
        'HWID_STICKY_VIOLATION',
      ],
      [
        'IP slot',
        { ipMode: 'limit', ipLimit: 3 },
        (turn: number) => ({ ip: `10.0.0.${turn}` }),
        'IP_LIMIT_EXCEEDED',
      ],
      [
        'sticky IP slot',
        { ipMode: 'sticky' },
        (turn: number) => ({ ip: `10.0.0.${turn}` }),
        'IP_STICKY_VIOLATION',
      ],
    ] as [string, Partial<Policy>, (turn: number) => object, string][])
    .run(async ({ assert }, [, policy, params, reason]) => {
      const vendor = await createVendor(policy)
      const license = await seedLicense(vendor)
      const taken = Object.values(policy).includes('sticky') ? 0 : 2
      for (let turn = 100; turn < 100 + taken; turn++) {
        assert.equal((await authorize(vendor, license.key, params(turn))).status, 200)
      }
      const reasons = await rush(vendor, license.key, params)
      assert.lengthOf(
        reasons.filter((one) => one === 'allowed'),
        1
      )
      assert.lengthOf(
        reasons.filter((one) => one === reason),
        AT_ONCE - 1
      )
    })

  test('with evict_oldest all 50 are let in and never more than the limit stay', async ({ assert }) => {
    const vendor = await createVendor({ maxConcurrentSessions: 2, onSessionLimit: 'evict_oldest' })
    const license = await seedLicense(vendor)
    let most = 0
    let done = false
    const watching = (async () => {
      while (!done) most = Math.max(most, (await stored(license.id)).sessions.length)
    })()
    const reasons = await rush(vendor, license.key, (turn) => ({ sessionId: `s${turn}` }))
    done = true
    await watching
    assert.deepEqual(new Set(reasons), new Set(['allowed']))
    assert.isAtMost(most, 2)
    assert.lengthOf((await stored(license.id)).sessions, 2)
  })

  test('50 first calls activate once', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, turn) =>
        insist(() => authorize(vendor, license.key, { hwid: 'same' }, { base: base(turn) }))
      )
    )
    // None, if the answer to the call that activated was too late.
    assert.isAtMost(answers.filter(({ body }) => body.data.wasActivated).length, 1)
    assert.lengthOf(new Set(answers.map(({ body }) => body.data.activatedAt)), 1)
    assert.lengthOf(new Set(answers.map(({ body }) => body.data.sessionId)), 1)
    assert.equal((await stored(license.id)).revision, 2)
  })

  test('one nonce passes once, whichever of the servers is asked', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const nonce = 'one-nonce-for-two-servers'
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, turn) =>
        authorize(vendor, license.key, {}, { nonce, base: base(turn) })
      )
    )
    assert.lengthOf(
      answers.filter(({ status }) => status === 200),
      1
    )
    assert.lengthOf(
      answers.filter(({ body }) => body.error?.code === 'NONCE_REUSED'),
      AT_ONCE - 1
    )
  })

  test('any interleaving of calls and releases keeps every limit', async ({ assert }) => {
    const limits = { hwidMode: 'limit', hwidLimit: 3, ipMode: 'limit', ipLimit: 2 } as const
    const step = fc.record({
      kind: fc.constantFrom('authorize', 'authorize', 'authorize', 'release'),
      who: fc.integer({ min: 0, max: 5 }),
      where: fc.integer({ min: 0, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('deny' as const, 'evict_oldest' as const),
        async (waves, onSessionLimit) => {
          const vendor = await createVendor({ ...limits, maxConcurrentSessions: 2, onSessionLimit })
          const license = await seedLicense(vendor)
          for (const wave of waves) {
            const answers = await Promise.all(
              wave.map(({ kind, who, where }, turn) => {
                const seat = { sessionId: `s${who}`, hwid: `h${who}`, ip: `10.0.0.${where}` }
                const body = { productId: vendor.productId, licenseKey: license.key, ...seat }
                const path = kind === 'release' ? RELEASE : undefined
                return insist(() => call(vendor, body, { base: base(turn), path }))
              })
            )
            assert.isTrue(answers.every(({ status }) => [200, 403, 404].includes(status)))
            const { bindings, sessions } = await stored(license.id)
            assert.isAtMost(bindings.filter(({ kind }) => kind === 'HWID').length, 3)
            assert.isAtMost(bindings.filter(({ kind }) => kind === 'IP').length, 2)
            assert.isAtMost(sessions.length, 2)
          }
        }
      ),
      { numRuns: 15 }
    )
  }).timeout(60_000)
})
