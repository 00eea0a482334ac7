import { test } from '@japa/runner'
import { settings } from '#config/settings/table'

/** contract#settings: links are built by appending a path to these addresses. */
test.group('addresses in the settings', () => {
  test('of the service and of the console lose the slash at their end', ({ assert }) => {
    for (const name of ['APP_URL', 'CONSOLE_URL'] as const) {
      assert.equal(settings[name](name, 'http://127.0.0.1:4194/'), 'http://127.0.0.1:4194')
      assert.equal(settings[name](name, 'https://example.com/keys//'), 'https://example.com/keys')
      for (const wrong of [
        'http:example',
        'https://example.com?a',
        'https://a:b@example.com',
        'mailto:a@b',
      ]) {
        assert.throws(() => settings[name](name, wrong), /must be an http or https address/)
      }
    }
  })

  test('of allowed origins are as browsers send them', ({ assert }) => {
    const given = 'https://Console.example:443/, http://localhost:5173,tauri://localhost'
    assert.deepEqual(settings.ALLOWED_ORIGINS('ALLOWED_ORIGINS', given), [
      'https://console.example',
      'http://localhost:5173',
      'tauri://localhost',
    ])
    for (const wrong of ['*', 'foo', 'https://example.com/console']) {
      assert.throws(() => settings.ALLOWED_ORIGINS('ALLOWED_ORIGINS', wrong), /is none$/)
    }
  })
})

/** contract#settings: a wrong value stops the start with a line that names it. */
test.group('the setting REDIS_URL', () => {
  const read = (value: string) => settings.REDIS_URL('REDIS_URL', value)

  test('may have a database, a password, options and an IPv6 address', ({ assert }) => {
    for (const right of [
      'redis://redis.example.com',
      'rediss://:p%40ss@redis.example.com:6380/',
      'redis://[::1]:6379/15?family=6',
    ]) {
      assert.equal(read(right), right)
    }
  })

  test('is refused with a line that names it', ({ assert }) => {
    assert.throws(() => read('http://redis.example.com'), /"REDIS_URL" must be a URL that begins with redis:/)
    for (const wrong of ['redis://h/x', 'redis://h/0/1', 'redis://h/-1'])
      assert.throws(() => read(wrong), /"REDIS_URL" must be a URL whose path is the number of a database/)
    for (const wrong of ['redis://:%zz@h', 'redis://%E0%A4%A@h'])
      assert.throws(() => read(wrong), /"REDIS_URL" must be a URL with a percent-encoded user and password/)
  })
})

test.group('the setting DRAIN_SECONDS', () => {
  test('is a number of seconds, without a value for "unlimited"', ({ assert }) => {
    assert.equal(settings.DRAIN_SECONDS('DRAIN_SECONDS', '0'), 0)
    for (const wrong of ['-1', '1.5', 'soon'])
      assert.throws(
        () => settings.DRAIN_SECONDS('DRAIN_SECONDS', wrong),
        /must be a whole number of 0 or more/
      )
  })
})

/** A timer of more than 2³¹ milliseconds ends at once, and Postgres refuses such a time. */
test.group('settings in seconds', () => {
  const names = [
    'KEEP_ALIVE_SECONDS',
    'DRAIN_SECONDS',
    'DATABASE_IDLE_TRANSACTION_SECONDS',
    'WEBHOOK_TIMEOUT_SECONDS',
  ] as const

  test('{$self} is at most what a timer can wait')
    .with([...names])
    .run(({ assert }, name) => {
      assert.equal(settings[name](name, '2147483'), 2_147_483)
      assert.throws(() => settings[name](name, '2147484'), `Value for environment variable "${name}" must be`)
    })
})
