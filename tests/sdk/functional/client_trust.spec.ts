import { test } from '@japa/runner'
import { LatchkeyError } from '#sdk/errors'
import { clientOf, failureOf, fakeService, listedKeys, relay, testClock } from '#tests/testkit/client'
import { BASE } from '#tests/testkit/http'
import { createVendor, seedLicense } from '#tests/testkit/runtime'

test.group('LatchkeyClient: keys', () => {
  test('says loudly when no keys are pinned, and nothing when they are', async ({ assert }) => {
    const vendor = await createVendor()
    const said: string[] = []
    clientOf(vendor, BASE, { warn: (message) => said.push(message) })
    assert.match(said.join(), /no publicKeys are pinned/)
    clientOf(vendor, BASE, { publicKeys: [(await listedKeys())[0].x], warn: (message) => said.push(message) })
    assert.lengthOf(said, 1)
  })

  test('with pinned keys it believes the service and no server with keys of its own', async ({ assert }) => {
    const vendor = await createVendor()
    const publicKeys = (await listedKeys()).map(({ x }) => x)
    const client = clientOf(vendor, BASE, { publicKeys })
    assert.containSubset(await client.authorize({ licenseKey: 'NONE-1' }), {
      reasonCode: 'LICENSE_NOT_FOUND',
    })
    const impostor = await fakeService()
    try {
      const believed = await clientOf(vendor, impostor.base).authorize({ licenseKey: 'NONE-1' })
      assert.isTrue(believed.allow)
      const pinned = clientOf(vendor, impostor.base, { publicKeys })
      assert.equal((await failureOf(pinned.authorize({ licenseKey: 'NONE-1' })))?.code, 'FORGED_RESPONSE')
    } finally {
      impostor.close()
    }
  })

  test('a key that was retired before the answer is not believed, pinned or not', async ({ assert }) => {
    const vendor = await createVendor()
    for (const [retiredAt, code] of [
      [-60_000, 'FORGED_RESPONSE'],
      [60_000, undefined],
    ] as const) {
      const impostor = await fakeService({
        status: 'retired',
        retiredAt: new Date(Date.now() + retiredAt).toISOString(),
      })
      try {
        for (const publicKeys of [[], [impostor.x]]) {
          const client = clientOf(vendor, impostor.base, { publicKeys })
          assert.equal((await failureOf(client.authorize({ licenseKey: 'NONE-1' })))?.code, code)
        }
      } finally {
        impostor.close()
      }
    }
  })

  test('a key set that cannot be read is no forgery: {$self}')
    .with([429, 502, 200])
    .run(async ({ assert }, status) => {
      const vendor = await createVendor()
      const impostor = await fakeService(
        {},
        status === 200 ? { status, text: '<html>' } : { status, text: '{}' }
      )
      try {
        const error = await failureOf(clientOf(vendor, impostor.base).authorize({ licenseKey: 'NONE-1' }))
        assert.containSubset(error, { code: 'UNREACHABLE', retryAfter: 1 })
      } finally {
        impostor.close()
      }
    })
})

test.group('LatchkeyClient: failures', () => {
  test('a service that cannot be reached, hangs or hides behind a proxy is UNREACHABLE: {$self}')
    .with(['refused', 'hangs', '502', '429', 'portal'])
    .run(async ({ assert }, how) => {
      const vendor = await createVendor()
      const server = await relay((_req, res) => {
        if (how === 'hangs') return
        if (how === 'portal') return void res.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
        res.writeHead(Number(how), { 'retry-after': '7' }).end('<html>')
      })
      if (how === 'refused') server.close()
      try {
        const client = clientOf(vendor, server.base, { timeoutMs: 300 })
        const error = await failureOf(client.authorize({ licenseKey: 'NONE-1' }))
        assert.instanceOf(error, LatchkeyError)
        assert.containSubset(error, {
          code: 'UNREACHABLE',
          retryAfter: how === '502' || how === '429' ? 7 : 1,
        })
      } finally {
        server.close()
      }
    })

  test('a redirect is not followed, because it would take the key to another server: {$self}')
    .with([301, 302, 307, 308])
    .run(async ({ assert }, status) => {
      const vendor = await createVendor()
      let led = 0
      const other = await relay((_req, res) => void (led++, res.writeHead(200).end('{}')))
      const server = await relay((req, res) => {
        res.writeHead(status, { location: other.base + req.url }).end()
      })
      try {
        const error = await failureOf(clientOf(vendor, server.base).authorize({ licenseKey: 'NONE-1' }))
        assert.containSubset(error, { code: 'UNREACHABLE', status })
        assert.include(error!.message, `a redirect to ${other.base}`)
        assert.match(error!.message, /check baseUrl/)
        assert.equal(led, 0)
      } finally {
        server.close()
        other.close()
      }
    })

  test('an unsigned answer of the 300s is a proxy, as the protocol says: {$self}')
    .with([300, 304, 305])
    .run(async ({ assert }, status) => {
      const vendor = await createVendor()
      const server = await relay((_req, res) => void res.writeHead(status).end())
      try {
        const error = await failureOf(clientOf(vendor, server.base).authorize({ licenseKey: 'NONE-1' }))
        assert.containSubset(error, { code: 'UNREACHABLE', status })
      } finally {
        server.close()
      }
    })

  test('pinned keys may be written in any base64: {0}')
    .with([
      ['padded', (x) => `${x}=`],
      ['standard', (x) => Buffer.from(x, 'base64url').toString('base64')],
      ['with a line feed', (x) => `${x}\n`],
    ] as [string, (x: string) => string][])
    .run(async ({ assert }, [, written]) => {
      const vendor = await createVendor()
      const publicKeys = (await listedKeys()).map(({ x }) => written(x))
      const answer = await clientOf(vendor, BASE, { publicKeys }).authorize({ licenseKey: 'NONE-1' })
      assert.containSubset(answer, { reasonCode: 'LICENSE_NOT_FOUND' })
    })

  test('a slash at the end of the address does no harm', async ({ assert }) => {
    const vendor = await createVendor()
    const answer = await clientOf(vendor, `${BASE}/`).authorize({ licenseKey: 'NONE-1' })
    assert.containSubset(answer, { reasonCode: 'LICENSE_NOT_FOUND' })
  })

  test('a clock that is {$self} seconds off is learned from the service')
    .with([-400, 400, 100_000])
    .run(async ({ assert }, seconds) => {
      const vendor = await createVendor()
      const license = await seedLicense(vendor)
      const client = clientOf(vendor, BASE, { clock: testClock({ aheadMs: () => seconds * 1000 }) })
      assert.isTrue((await client.authorize({ licenseKey: license.key })).allow)
      assert.approximately(client.clockOffset, -seconds, 2)
    })

  test('a clock that jumps is CLOCK_WRONG', async ({ assert }) => {
    const vendor = await createVendor()
    let jumps = 0
    const clock = testClock({ aheadMs: () => (jumps += 1000) * 1000 })
    const error = await failureOf(clientOf(vendor, BASE, { clock }).authorize({ licenseKey: 'NONE-1' }))
    assert.equal(error?.code, 'CLOCK_WRONG')
  })

  test('a session is lost when its time is over and not when the clock jumps, and no call comes before it may', async ({
    assert,
  }) => {
    const vendor = await createVendor()
    const calls: number[] = []
    let up = true
    const service = await fakeService({}, undefined, {
      ttlMs: 5000,
      away: () => (up ? null : (calls.push(performance.now()), 2)),
    })
    let ahead = 0
    try {
      const client = clientOf(vendor, service.base, { clock: testClock({ aheadMs: () => ahead }) })
      const began = performance.now()
      const session = await client.authorize({ licenseKey: 'ANY-1' })
      if (!session.allow) throw new Error(session.reasonCode)
      ;[up, ahead] = [false, 3_600_000]
      const error = await new Promise<unknown>((lost) => {
        client.keepAlive({ licenseKey: 'ANY-1' }, session, { denied: () => lost(null), lost })
      })
      assert.isAtLeast(performance.now() - began, 4990)
      assert.containSubset(error, { code: 'UNREACHABLE', retryAfter: 2 })
      assert.isAtLeast(calls.length, 1)
      const gaps = calls.slice(1).map((at, index) => at - calls[index])
      for (const gap of gaps) assert.isAtLeast(gap, 1990, String(gaps))
      assert.isAtMost(calls.length, 3)
    } finally {
      service.close()
    }
  })

  test('a session is kept by the clock of the service, however wrong the clock here is', async ({
    assert,
  }) => {
    const vendor = await createVendor({ sessionTtlSeconds: 60 })
    const license = await seedLicense(vendor)
    const delays: number[] = []
    const clock = testClock({ aheadMs: () => 120_000, slept: (ms) => void delays.push(ms) })
    const client = clientOf(vendor, BASE, { clock })
    const session = await client.authorize({ licenseKey: license.key })
    if (!session.allow) throw new Error(session.reasonCode)
    const stop = client.keepAlive({ licenseKey: license.key }, session, { denied: () => {}, lost: () => {} })
    await stop()
    // A third of 60 seconds, minus the tenth that keeps programs from calling at the same time.
    assert.isTrue(delays[0] > 17_000 && delays[0] < 21_000, String(delays))
  })
})
