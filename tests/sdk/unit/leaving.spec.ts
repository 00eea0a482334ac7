import { test } from '@japa/runner'
import { LatchkeyClient, type LatchkeyClientOptions } from '#sdk/client/latchkey_client'
import { failureOf, fakeService } from '#tests/testkit/client'
import { until } from '#tests/testkit/wait'

const LICENSE = { licenseKey: 'ANY-1' }

/** Something that has begun and ends only when the test says so. */
function held() {
  let begun = false
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { begin: () => ((begun = true), ended), hasBegun: () => begun, end }
}

async function clientOf(more: Partial<LatchkeyClientOptions>, pinned = false) {
  let answer: { away?: boolean; denies?: boolean } = {}
  const away = () => (answer.away ? 0 : null)
  const service = await fakeService({}, undefined, { away, denies: () => answer.denies === true })
  const client = new LatchkeyClient({
    baseUrl: service.base,
    productId: 'product',
    apiKey: 'svc_key',
    signingSecret: 'secret',
    publicKeys: pinned ? [service.x] : [],
    patienceMs: 0,
    warn: () => {},
    ...more,
  })
  const answers = (how: typeof answer) => void (answer = how)
  return { client, answers, [Symbol.dispose]: () => service.close() }
}

test.group('LatchkeyClient: a caller that leaves', () => {
  test('does not wait for the key set, which is read on for the others', async ({ assert }) => {
    const reading = held()
    const slow: typeof fetch = async (url, init) => {
      if (init?.method !== 'POST') await reading.begin()
      return fetch(url, init)
    }
    using setup = await clientOf({ fetch: slow })
    const leaving = new AbortController()
    const left = setup.client.authorize(LICENSE, { signal: leaving.signal })
    await until('the key set to be read', reading.hasBegun)
    const stays = setup.client.authorize(LICENSE)
    const reason = new Error('the user has left')
    leaving.abort(reason)
    assert.equal(await left.catch((error: unknown) => error), reason)
    reading.end()
    assert.isTrue((await stays).allow)
  })

  test('does not wait for the store: {0}')
    .with([
      ['a yes is kept', {}, 'write'],
      ['a denial is forgotten', { denies: true }, 'read'],
      ['a kept answer is recalled', { away: true }, 'read'],
    ] as const)
    .run(async ({ assert }, [, how, slow]) => {
      let text: string | null = null
      let storing: ReturnType<typeof held> | null = null
      const wait = (what: string) => (what === slow ? storing?.begin() : undefined)
      const store = {
        read: async () => (await wait('read'), text),
        write: async (kept: string | null) => (await wait('write'), void (text = kept)),
      }
      using setup = await clientOf({ offline: { graceDays: 7, store } }, true)
      assert.isTrue((await setup.client.authorize(LICENSE)).allow)
      storing = held()
      setup.answers(how)
      const leaving = new AbortController()
      const left = setup.client.authorize(LICENSE, { signal: leaving.signal })
      await until('the store to be asked', storing.hasBegun)
      const reason = new Error('the user has left')
      leaving.abort(reason)
      assert.equal(await left.catch((error: unknown) => error), reason)
      storing.end()
    })

  test('a yes that is kept late does not undo a later denial', async ({ assert }) => {
    let text: string | null = null
    const storing = held()
    const store = {
      read: () => text,
      write: async (kept: string | null) => {
        if (kept !== null) await storing.begin()
        text = kept
      },
    }
    using setup = await clientOf({ offline: { graceDays: 7, store } }, true)
    const leaving = new AbortController()
    const left = setup.client.authorize(LICENSE, { signal: leaving.signal })
    await until('the yes to be kept', storing.hasBegun)
    leaving.abort(new Error('the user has left'))
    await left.catch(() => {})
    setup.answers({ denies: true })
    const denial = setup.client.authorize(LICENSE)
    // Calls of another client take longer than the denial, if it does not wait for the store.
    using other = await clientOf({})
    for (let calls = 0; calls < 3; calls++) await other.client.authorize(LICENSE)
    storing.end()
    assert.isFalse((await denial).allow)
    setup.answers({ away: true })
    assert.equal((await failureOf(setup.client.authorize(LICENSE)))?.code, 'UNREACHABLE')
    assert.isNull(text)
  })
})
