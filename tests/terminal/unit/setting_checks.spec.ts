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
