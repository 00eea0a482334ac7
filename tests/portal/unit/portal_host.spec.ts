import { test } from '@japa/runner'
import { targetOn } from '#system/serving/portal_host'

const OWN = 'licenses.example.com'

test.group('a host that is the portal alone', () => {
  test('shows {target} as {routed}')
    .with([
      { target: '/', routed: '/portal/' },
      { target: '/?a=b', routed: '/portal/?a=b' },
      { target: '/0190/licenses/1', routed: '/portal/0190/licenses/1' },
      { target: '/console', routed: '/portal/console' },
      { target: '/admin/queues', routed: '/portal/admin/queues' },
      { target: '/v1x', routed: '/portal/v1x' },
    ])
    .run(({ assert }, { target, routed }) => {
      assert.equal(targetOn(OWN, OWN, target), routed)
      assert.equal(targetOn(OWN, OWN.toUpperCase(), target), routed)
    })

  test('has {$self} as every other host')
    .with([
      '/v1/enduser/me',
      '/v1?x',
      '/portal/assets/a.js',
      '/portal',
      '/health',
      '/.well-known/security.txt',
    ])
    .run(({ assert }, target) => {
      assert.equal(targetOn(OWN, OWN, target), target)
    })

  test('is none of the others', ({ assert }) => {
    assert.equal(targetOn(OWN, 'service.example.com', '/console'), '/console')
    assert.equal(targetOn(OWN, undefined, '/'), '/')
  })
})
