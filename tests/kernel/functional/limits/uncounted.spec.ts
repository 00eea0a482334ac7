import { test } from '@japa/runner'
import { isUncounted } from '#http/uncounted_paths'
import { BASE } from '#tests/testkit/http'
import { lowered } from '#tests/testkit/limits'

test.group('what is never counted', () => {
  test('{$self} is answered while its address has used up its minute')
    .with([
      '/health',
      '/.well-known/service-keys.json',
      '/admin/sign-in',
      '/admin/sign-in/script.js',
      '/reference',
      '/openapi.json',
      '/errors',
    ])
    .run(async ({ assert }, path) => {
      using _ = lowered({ ipPerMinute: 0 })
      const response = await fetch(BASE + path)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('x-ratelimit-limit-ip'), '0')
      assert.isNotNull(response.headers.get('x-ratelimit-remaining-product'))
    })

  test('{0}: {1}')
    .with([
      ['/health', true],
      ['/health/ready', true],
      ['/healthy', false],
      ['/admin/queues/static/js/a.js', true],
      ['/admin/queues/api/queues', false],
      ['/v1/status', false],
      ['/', false],
    ] as const)
    .run(({ assert }, [path, uncounted]) => assert.equal(isUncounted(path), uncounted))

  test('the files of the board are not counted either', async ({ assert }) => {
    using _ = lowered({ ipPerMinute: 0 })
    const response = await fetch(`${BASE}/admin/queues/static/none.js`)
    assert.equal(response.status, 401, 'not 429: the board asks who it is')
  })
})
