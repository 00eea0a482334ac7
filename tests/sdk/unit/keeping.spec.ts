import { test } from '@japa/runner'
import { LatchkeyClient } from '#sdk/client/latchkey_client'
import { KeyRing, type ListedKey } from '#sdk/client/key_ring'
import type { Allowed } from '#sdk/client/types'
import { fakeService, testClock } from '#tests/testkit/client'
import { until } from '#tests/testkit/wait'

/**
 * A program with a session of `ttlMs` milliseconds that may run offline. Its pauses end at once, while its clock goes on
 * by their length and is `wrongMs` ahead. While `away` is a number of seconds, a proxy answers instead and asks for that
 * wait. `lost` keeps the session until it is lost: in the same run, or in a new start that finds the service away.
 */
async function keptProgram(ttlMs: number, wrongMs = 0) {
  let text: string | null = null
  const state: { away: number | null; passed: number } = { away: null, passed: 0 }
  const service = await fakeService({}, undefined, { ttlMs, away: () => state.away })
  const paces: number[] = []
  const options = {
    baseUrl: service.base,
    productId: 'product',
    apiKey: 'svc_key',
    signingSecret: 'secret',
    publicKeys: [service.x],
    offline: {
      graceDays: 7,
      store: { read: () => text, write: (kept: string | null) => void (text = kept) },
    },
    clock: {
      ...testClock({
        aheadMs: () => state.passed + wrongMs,
        hurries: true,
        slept: (ms: number) => {
          paces.push(ms)
          state.passed += ms
        },
      }),
      elapsed: () => performance.now() + state.passed,
    },
    random: () => 1,
    patienceMs: 0,
  }
  const first = new LatchkeyClient(options)
  const session = (await first.authorize({ licenseKey: 'ANY-1' })) as Allowed
  const lostOf = (client: LatchkeyClient, kept: Allowed) =>
    new Promise<unknown>((resolve, reject) => {
      client.keepAlive({ licenseKey: 'ANY-1' }, kept, { denied: reject, lost: resolve })
    })
  const lost = () => lostOf(first, session)
  const lostAfterStart = async () => {
    const next = new LatchkeyClient(options)
    return lostOf(next, (await next.authorize({ licenseKey: 'ANY-1' })) as Allowed)
  }
  return { state, paces, lost, lostAfterStart, [Symbol.dispose]: () => service.close() }
}

test.group('LatchkeyClient: keeping a session', () => {
  test('goes on offline when the service is away, until the grace ends', async ({ assert }) => {
    using program = await keptProgram(90_000)
    const { state, paces } = program
    state.away = 0
    const lost = program.lost()
    await until('it asks at the pace of a program that is offline', () => paces.at(-1) === 60_000)
    assert.approximately(paces[0], 30_000, 1500)
    state.passed += 8 * 86_400_000
    assert.match(String(await lost), /older than 7 days/)
  })

  test('a new start offline ends with the grace, although its clock is a day slow', async ({ assert }) => {
    using program = await keptProgram(90_000, -86_400_000)
    const { state, paces } = program
    state.away = 0
    const lost = program.lostAfterStart()
    await until('some calls', () => paces.length > 2)
    state.passed += 7 * 86_400_000
    const calls = paces.length
    assert.match(String(await lost), /older than 7 days/)
    assert.isAtMost(paces.length, calls + 2)
  })

  test('a program that may run offline asks as often as any other while the service holds its seat', async ({
    assert,
  }) => {
    using program = await keptProgram(30_000)
    const { state, paces } = program
    state.away = 0
    const lost = program.lost()
    await until('the seat to end', () => paces.at(-1) === 60_000)
    assert.approximately(paces[1], 6667, 1000)
    assert.approximately(paces[2], 4444, 1000)
    state.passed += 8 * 86_400_000
    await lost
  })

  test('offline too it waits as long as it was asked to', async ({ assert }) => {
    using program = await keptProgram(90_000)
    const { state, paces } = program
    state.away = 45
    const lost = program.lost()
    await until('some calls', () => paces.length > 2)
    assert.approximately(paces[1], 45_000, 100)
    state.passed += 8 * 86_400_000
    await lost
  })
})

test.group('KeyRing', () => {
  const X = '6kpsY-KcUgq-9VB7Ey7F-ZVHdq6-vnuSQh7qaRRG0iw'

  /** A ring whose key set has these keys, a counter of its reads, and a function that lets time pass. */
  function ringOf(publicKeys: string[], keys: () => ListedKey[]) {
    let elapsed = 0
    let reads = 0
    const clock = { ...testClock(), elapsed: () => elapsed }
    const read = () => {
      reads++
      return Promise.resolve(keys())
    }
    return {
      ring: new KeyRing(publicKeys, clock, read),
      reads: () => reads,
      pass: (ms: number) => (elapsed += ms),
    }
  }
  const listed = (kid: string): ListedKey => ({ kid, x: X, status: 'active', retiredAt: null })

  test('reads the key set for an unknown key once a minute, and no more', async ({ assert }) => {
    const known = [listed('a')]
    const { ring, reads, pass } = ringOf([], () => known)
    assert.property(await ring.find('a', 0), 'key')
    for (let asked = 0; asked < 5; asked++) assert.property(await ring.find('b', 0), 'refused')
    assert.equal(reads(), 2)
    pass(59_000)
    known.push(listed('b'))
    assert.property(await ring.find('b', 0), 'refused')
    pass(1001)
    assert.property(await ring.find('b', 0), 'key')
    assert.equal(reads(), 3)
  })

  test('reads a key set that is an hour old again', async ({ assert }) => {
    const { ring, reads, pass } = ringOf([], () => [listed('a')])
    await ring.find('a', 0)
    pass(3_599_000)
    await ring.find('a', 0)
    assert.equal(reads(), 1)
    pass(1001)
    await ring.find('a', 0)
    assert.equal(reads(), 2)
  })

  test('asks nobody about a key that is not pinned', async ({ assert }) => {
    const { ring, reads } = ringOf([X], () => [listed('b')])
    assert.deepEqual(await ring.find('b', 0), { refused: 'signed with a key that is not pinned' })
    assert.equal(reads(), 0)
  })

  test('does without a key set that cannot be read when keys are pinned, and asks again after a minute', async ({
    assert,
  }) => {
    const { ring, reads, pass } = ringOf([X], () => {
      throw new Error('away')
    })
    const kid = '--6IM5l0OosLj9yWskISYhUA3n_3CURQkmrYMSha_ck'
    for (let asked = 0; asked < 3; asked++) assert.property(await ring.find(kid, 0), 'key')
    assert.equal(reads(), 1)
    pass(60_001)
    await ring.find(kid, 0)
    assert.equal(reads(), 2)
  })
})
