import { test } from '@japa/runner'
import { LatchkeyClient, type LatchkeyClientOptions } from '#sdk/client/latchkey_client'
import type { OfflineStore } from '#sdk/client/offline_grace'
import { failureOf, fakeService, testClock } from '#tests/testkit/client'

const DAY = 86_400_000
const LICENSE = { licenseKey: 'ANY-1', hwid: 'this device' }

/** A program that was allowed once, and whose service has been unavailable since; its clock is `wrongMs` ahead. */
async function offlineProgram(wrongMs = 0) {
  let text: string | null = null
  let isAway = false
  let ahead = wrongMs
  let denies = false
  let refusal: string | null = null
  const service = await fakeService({}, undefined, {
    ttlMs: 60_000,
    away: () => (isAway ? 2 : null),
    denies: () => denies,
    refuses: () => refusal,
  })
  const store: OfflineStore = { read: () => text, write: (kept) => void (text = kept) }
  const open = (more: Partial<LatchkeyClientOptions> = {}) =>
    new LatchkeyClient({
      baseUrl: service.base,
      productId: 'product',
      apiKey: 'svc_key',
      signingSecret: 'secret',
      publicKeys: [service.x],
      offline: { graceDays: 7, store },
      patienceMs: 0,
      clock: testClock({ aheadMs: () => ahead }),
      ...more,
    })
  const first = open()
  await first.authorize(LICENSE)
  isAway = true
  return {
    open,
    /** The client that was allowed. */
    first,
    store,
    kept: () => text,
    tamper: (change: (kept: Record<string, unknown>) => void) => {
      const kept = JSON.parse(text!) as Record<string, unknown>
      change(kept)
      text = JSON.stringify(kept)
    },
    pass: (ms: number) => (ahead += ms),
    comeBack: (how: { denies: boolean; refusal?: string }) =>
      ([isAway, denies, refusal] = [false, how.denies, how.refusal ?? null]),
    leave: () => (isAway = true),
    [Symbol.dispose]: () => service.close(),
  }
}

test.group('LatchkeyClient: offline', () => {
  test('a new start runs on the last signed answer, and says so', async ({ assert }) => {
    using program = await offlineProgram()
    program.pass(2 * DAY)
    const answer = await program.open().authorize(LICENSE)
    assert.containSubset(answer, { allow: true, wasActivated: false })
    const { signedAt, until } = answer.allow ? answer.offline! : { signedAt: '', until: '' }
    assert.equal(Date.parse(until) - Date.parse(signedAt), 7 * DAY)
  })

  test('the answer of the service comes first, and has no mark', async ({ assert }) => {
    using program = await offlineProgram()
    program.comeBack({ denies: false })
    const answer = await program.open().authorize(LICENSE)
    assert.isTrue(answer.allow)
    assert.notProperty(answer, 'offline')
  })

  test('the grace ends, and the error says why', async ({ assert }) => {
    using program = await offlineProgram()
    program.pass(8 * DAY)
    const error = await failureOf(program.open().authorize(LICENSE))
    assert.containSubset(error, { code: 'UNREACHABLE', retryAfter: 2 })
    assert.match(error!.message, /older than 7 days/)
  })

  test('a clock that is set back ends it, also back to a time at which it counted', async ({ assert }) => {
    using program = await offlineProgram()
    program.pass(5 * DAY)
    assert.isTrue((await program.open().authorize(LICENSE)).allow)
    program.pass(-2 * DAY)
    const error = await failureOf(program.open().authorize(LICENSE))
    assert.match(error!.message, /set back/)
  })

  test('a clock that is {$self} seconds ahead all the time does no harm: in the same run')
    .with([-100_000, -3600, 3600, 100_000])
    .run(async ({ assert }, seconds) => {
      using program = await offlineProgram(seconds * 1000)
      program.pass(7 * DAY - 60_000)
      assert.isTrue((await program.first.authorize(LICENSE)).allow)
      program.pass(61_000)
      assert.match((await failureOf(program.first.authorize(LICENSE)))!.message, /older than 7 days/)
    })

  test('a clock that was slow and is set right does no harm in the same run', async ({ assert }) => {
    using program = await offlineProgram(-10 * DAY)
    program.pass(10 * DAY)
    const answer = await program.first.authorize(LICENSE)
    assert.isTrue(answer.allow)
    assert.equal(program.first.clockOffset, 0)
    program.pass(7 * DAY - 60_000)
    assert.isTrue((await program.first.authorize(LICENSE)).allow)
    program.pass(61_000)
    assert.match((await failureOf(program.first.authorize(LICENSE)))!.message, /older than 7 days/)
  })

  test('a slow clock that runs on while the machine sleeps is not taken for one that was set right', async ({
    assert,
  }) => {
    using program = await offlineProgram(-2 * DAY)
    program.pass(6 * DAY)
    assert.isTrue((await program.first.authorize(LICENSE)).allow)
    program.pass(DAY + 1000)
    assert.match((await failureOf(program.first.authorize(LICENSE)))!.message, /older than 7 days/)
  })

  test('a clock that is slow all the time does no harm in a new start, and makes nothing longer', async ({
    assert,
  }) => {
    using program = await offlineProgram(-100_000_000)
    program.pass(7 * DAY - 60_000)
    assert.isTrue((await program.open().authorize(LICENSE)).allow)
    program.pass(61_000)
    assert.match((await failureOf(program.open().authorize(LICENSE)))!.message, /older than 7 days/)
    program.pass(-DAY)
    assert.match((await failureOf(program.open().authorize(LICENSE)))!.message, /set back/)
  })

  test('a clock that is fast cannot be set back to make the grace longer', async ({ assert }) => {
    using program = await offlineProgram()
    program.pass(30 * DAY)
    program.comeBack({ denies: false, refusal: 'FORBIDDEN' })
    const client = program.open()
    assert.equal((await failureOf(client.authorize(LICENSE)))?.code, 'FORBIDDEN')
    assert.isBelow(client.clockOffset, -86_400)
    program.leave()
    program.pass(-30 * DAY)
    assert.match((await failureOf(client.authorize(LICENSE)))!.message, /set back/)
  })

  test('an offset in the store never makes the grace longer', async ({ assert }) => {
    using program = await offlineProgram()
    program.tamper((kept) => (kept.offset = -30 * DAY))
    program.pass(8 * DAY)
    assert.match((await failureOf(program.open().authorize(LICENSE)))!.message, /older than 7 days/)
  })

  test('an answer that an older version stored, without an offset, is read', async ({ assert }) => {
    using program = await offlineProgram()
    program.tamper((kept) => delete kept.offset)
    program.pass(2 * DAY)
    assert.isTrue((await program.open().authorize(LICENSE)).allow)
  })

  test('it is worth nothing on another device, for another license or product: {0}')
    .with([
      ['device', { ...LICENSE, hwid: 'another device' }, {}],
      ['no device', { licenseKey: 'ANY-1' }, {}],
      ['license', { ...LICENSE, licenseKey: 'ANY-2' }, {}],
      ['product', LICENSE, { productId: 'other' }],
    ] as const)
    .run(async ({ assert }, [, params, more]) => {
      using program = await offlineProgram()
      const error = await failureOf(program.open(more).authorize(params))
      assert.equal(error?.code, 'UNREACHABLE')
      assert.match(error!.message, /not genuine: not bound to the request/)
    })

  test('what was kept is verified again: {0}')
    .with([
      ['body', (kept) => (kept.text = String(kept.text).replace('ACTIVE', 'active')), /body was changed/],
      [
        'time',
        (kept) => sign(kept, { timestamp: String(Math.floor(Date.now() / 1000) + 100) }),
        /bad signature/,
      ],
      ['hash', (kept) => (sign(kept, { bodySha256: 'ab' }), undefined), /body was changed/],
      ['key', (kept) => sign(kept, { kid: 'another' }), /not pinned/],
      ['value', (kept) => sign(kept, { value: 'AAAA' }), /bad signature/],
      ['version', (kept) => (kept.version = 2), /no answer was kept/],
      ['salt', (kept) => (kept.salt = 'another'), /not bound/],
    ] as [string, (kept: Record<string, unknown>) => void, RegExp][])
    .run(async ({ assert }, [, change, why]) => {
      using program = await offlineProgram()
      program.tamper(change)
      const error = await failureOf(program.open().authorize(LICENSE))
      assert.match(String(error?.message), why)
    })

  test('a denial is the last answer: after it there is no grace', async ({ assert }) => {
    using program = await offlineProgram()
    program.comeBack({ denies: true })
    assert.isFalse((await program.open().authorize(LICENSE)).allow)
    assert.isNull(program.kept())
    program.leave()
    assert.equal((await failureOf(program.open().authorize(LICENSE)))?.code, 'UNREACHABLE')
  })

  test('a denial of {0} leaves the answer of this one alone')
    .with([
      ['another license', { ...LICENSE, licenseKey: 'ANY-2' }, {}],
      ['another device', { ...LICENSE, hwid: 'another device' }, {}],
      ['another product', LICENSE, { productId: 'other' }],
    ] as const)
    .run(async ({ assert }, [, params, more]) => {
      using program = await offlineProgram()
      program.comeBack({ denies: true })
      assert.isFalse((await program.open(more).authorize(params)).allow)
      program.leave()
      assert.isTrue((await program.open().authorize(LICENSE)).allow)
    })

  test('a store that fails takes the grace away and nothing else', async ({ assert }) => {
    using program = await offlineProgram()
    const said: string[] = []
    const fails = () => {
      throw new Error('no disk')
    }
    const client = program.open({
      offline: { graceDays: 7, store: { read: fails, write: fails } },
      warn: (message) => void said.push(message),
    })
    assert.equal((await failureOf(client.authorize(LICENSE)))?.code, 'UNREACHABLE')
    program.comeBack({ denies: false })
    assert.isTrue((await client.authorize(LICENSE)).allow)
    assert.lengthOf(said, 2)
  })

  test('keys of another service are not believed, and none at all are refused', async ({ assert }) => {
    using program = await offlineProgram()
    using other = await offlineProgram()
    const store = { read: () => other.kept(), write: () => {} }
    const client = program.open({ offline: { graceDays: 7, store } })
    assert.match(String((await failureOf(client.authorize(LICENSE)))?.message), /not pinned/)
    assert.throws(() => program.open({ publicKeys: [] }), /needs pinned/)
  })
})

function sign(kept: Record<string, unknown>, changes: object) {
  kept.signature = { ...(kept.signature as object), ...changes }
}
