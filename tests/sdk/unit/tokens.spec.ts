import { test } from '@japa/runner'
import { LatchkeyDashboard } from '#sdk/api/dashboard'
import type { Tokens } from '#sdk/core/credentials'
import { failureOf, SILENCE, testClock } from '#tests/testkit/client'
import { drops, fakeApi, gives, refuses, type Scripted } from '#tests/testkit/fake_api'

const NEW = { accessToken: 'access-2', refreshToken: 'refresh-2' }

/** A service that accepts one access token, and exchanges refresh tokens. */
function serviceOf(
  taken: string,
  refresh: Scripted = gives({ tokens: NEW }),
  answer: Scripted = gives({ user: { id: 'u' } })
): Scripted {
  return (response, request, raw) => {
    if (request.path === '/v1/auth/refresh') return refresh(response, request, raw)
    const fits = request.headers.authorization === `Bearer ${taken}`
    return (fits ? answer : refuses(401, 'EXPIRED_TOKEN'))(response, request, raw)
  }
}

const OLD = { accessToken: 'access-1', refreshToken: 'refresh-1' }

/** Its pauses take no time, but a stream still has the time to answer that the SDK gives it. */
function dashboardOf(baseUrl: string, tokens: Tokens = OLD, onTokens?: (pair: Tokens) => void) {
  const clock = testClock({ hurries: (ms) => ms !== SILENCE })
  return new LatchkeyDashboard({ baseUrl, tokens, onTokens, clock })
}

test.group('tokens of the SDK', () => {
  test('an expired access token is renewed once, however many calls find it so', async ({ assert }) => {
    await using fake = await fakeApi(serviceOf('access-2'))
    const heard: Tokens[] = []
    const api = dashboardOf(fake.baseUrl, OLD, (pair) => void heard.push(pair))
    const answers = await Promise.all([api.me(), api.me(), api.me()])
    assert.deepEqual(answers, Array(3).fill({ user: { id: 'u' } }) as never)
    const refreshes = fake.seen.filter(({ path }) => path === '/v1/auth/refresh')
    assert.deepEqual(
      refreshes.map(({ body }) => JSON.parse(body) as unknown),
      [{ refreshToken: 'refresh-1' }]
    )
    assert.deepEqual(heard, [NEW])
  })

  test('a refusal that comes after the renewal does not renew again', async ({ assert }) => {
    let release = () => {}
    const renewed = new Promise<void>((resolve) => (release = resolve))
    const service = serviceOf('access-2')
    const slow: Scripted = (response, request, raw) => {
      const isLate = request.path === '/v1/late' && request.headers.authorization === 'Bearer access-1'
      void (isLate ? renewed : Promise.resolve()).then(() => service(response, request, raw))
    }
    await using fake = await fakeApi(slow)
    const api = dashboardOf(fake.baseUrl)
    const late = api.call('GET', '/v1/late')
    await api.me()
    release()
    assert.deepEqual(await late, { user: { id: 'u' } })
    assert.lengthOf(
      fake.seen.filter(({ path }) => path === '/v1/auth/refresh'),
      1
    )
  })

  test('a call of one attempt, such as the stream of an operation, is made again with the renewed token', async ({
    assert,
  }) => {
    const operation = { id: 'o', status: 'completed', progress: {} }
    const service = serviceOf('access-2', gives({ tokens: NEW }), gives({ operation }))
    await using fake = await fakeApi(service)
    const ended = await dashboardOf(fake.baseUrl).org('one').operations.wait('o')
    assert.equal(ended.status, 'completed')
    const asked = fake.seen.map(({ path }) => path.replace('/v1/dashboard/orgs/one/operations', ''))
    assert.deepEqual(asked, ['/o/stream', '/v1/auth/refresh', '/o/stream', '/o'])
  })

  test('a renewed token that is refused too is not renewed again', async ({ assert }) => {
    await using fake = await fakeApi(serviceOf('another'))
    const error = await failureOf(dashboardOf(fake.baseUrl).me())
    assert.equal(error?.code, 'EXPIRED_TOKEN')
    assert.lengthOf(fake.seen, 3)
  })

  test('tokens that `onTokens` could not keep are used nevertheless, because they replace the old ones', async ({
    assert,
  }) => {
    await using fake = await fakeApi(serviceOf('access-2'))
    const full = new Error('the disk is full')
    const api = dashboardOf(fake.baseUrl, OLD, () => {
      throw full
    })
    assert.equal(await api.me().catch((error: unknown) => error), full)
    assert.deepEqual(await api.me(), { user: { id: 'u' } })
    assert.lengthOf(
      fake.seen.filter(({ path }) => path === '/v1/auth/refresh'),
      1
    )
  })

  test('without a refresh token there is no renewal', async ({ assert }) => {
    await using fake = await fakeApi(serviceOf('access-2'))
    const error = await failureOf(dashboardOf(fake.baseUrl, { accessToken: 'access-1' }).me())
    assert.equal(error?.code, 'EXPIRED_TOKEN')
    assert.lengthOf(fake.seen, 1)
  })

  test('a refresh token is never sent twice: its reuse would end the session', async ({ assert }) => {
    await using fake = await fakeApi(serviceOf('access-2', drops))
    const error = await failureOf(dashboardOf(fake.baseUrl).me())
    assert.equal(error?.code, 'UNREACHABLE')
    assert.lengthOf(
      fake.seen.filter(({ path }) => path === '/v1/auth/refresh'),
      1
    )
  })
})
