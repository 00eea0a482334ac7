import { test } from '@japa/runner'
import { settle } from '#webhooks/rules/attempt_outcome'
import { RETRY_DELAYS } from '#webhooks/rules/retry_schedule'
import { firstIdOf } from '#webhooks/rules/id_range'
import { newId } from '#kernel/secrets/ids'

const NOW = 1_790_000_000_000

test.group('webhook outcome', () => {
  test('HTTP {0} makes the first attempt {1}')
    .with([
      [200, 'succeeded', null],
      [204, 'succeeded', null],
      [299, 'succeeded', null],
      [300, 'failed', 'HTTP 300: redirects are not followed'],
      [301, 'failed', 'HTTP 301: redirects are not followed'],
      [308, 'failed', 'HTTP 308: redirects are not followed'],
      [400, 'pending', 'HTTP 400'],
      [404, 'pending', 'HTTP 404'],
      [410, 'pending', 'HTTP 410'],
      [429, 'pending', 'HTTP 429'],
      [500, 'pending', 'HTTP 500'],
      [599, 'pending', 'HTTP 599'],
    ] as const)
    .run(({ assert }, [responseStatus, status, error]) => {
      assert.deepEqual(settle({ responseStatus }, 1, 6, NOW, RETRY_DELAYS), {
        status,
        responseStatus,
        error,
        nextRetryAt: status === 'pending' ? NOW + 30_000 : null,
      })
    })

  test('a network error is tried again, a permanent failure and the last attempt are not', ({ assert }) => {
    const failed = { responseStatus: null, failure: 'The connection was refused' }
    const judge = (permanent: boolean, attempt: number) =>
      settle({ ...failed, permanent }, attempt, 6, NOW, RETRY_DELAYS)
    assert.containSubset(judge(false, 5), { status: 'pending', nextRetryAt: NOW + 480_000 })
    assert.containSubset(judge(false, 6), { status: 'failed', nextRetryAt: null, error: failed.failure })
    assert.containSubset(judge(true, 1), { status: 'failed', nextRetryAt: null, error: failed.failure })
  })

  test('a 2xx whose body did not come in time is a failure', ({ assert }) => {
    const answer = { responseStatus: 200, failure: 'No complete response', permanent: false }
    assert.containSubset(settle(answer, 1, 6, NOW, RETRY_DELAYS), { status: 'pending', responseStatus: 200 })
  })

  test('the ids of a span of time lie between its first ids', ({ assert }) => {
    const before = Date.now()
    const id = newId()
    assert.isTrue(firstIdOf(before) <= id)
    assert.isTrue(id < firstIdOf(Date.now() + 1))
    assert.equal(firstIdOf(-5), '00000000-0000-7000-8000-000000000000')
  })
})
