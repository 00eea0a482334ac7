import { test } from '@japa/runner'
import {
  CLOCK_SKEW,
  completeHeaders,
  isTimely,
  malformedHeader,
  NONCE_WINDOW,
  pathOf,
  plainPath,
  requestString,
  responseNonce,
  responseString,
} from '#kernel/signing/canonical_string'
import { workWhile } from '#tests/testkit/processor_time'

const headers = { timestamp: '1790000000', nonce: 'n'.repeat(16), signature: 'a'.repeat(64) }

test.group('signing: canonical strings', () => {
  test('a request is five parts joined by line feeds', ({ assert }) => {
    assert.equal(
      requestString('post', pathOf('/v1/licenses/authorize?x=1?y'), headers, 'b0d1'),
      'POST\n/v1/licenses/authorize\n1790000000\nnnnnnnnnnnnnnnnn\nb0d1'
    )
  })

  test('a response is bound to its request by version 2, and by nothing in version 1', ({ assert }) => {
    const response = { timestamp: '1790000000', method: 'get', path: '/v1/whoami', bodySha256: 'b0d1' }
    assert.equal(responseString(response, 'nonce'), 'v2\n1790000000\nGET\n/v1/whoami\nb0d1\nnonce')
    assert.equal(responseString(response, null), 'v1\n1790000000\nGET\n/v1/whoami\nb0d1')
  })

  test('a nonce stays used for as long as its timestamp is good, whenever in its second it is sent', ({
    assert,
  }) => {
    for (const part of [0, 1, 500, 999]) {
      const sentAt = 1_790_000_000_000 + part
      const ahead = String(1_790_000_000 + CLOCK_SKEW)
      assert.isTrue(isTimely(ahead, sentAt))
      assert.isFalse(isTimely(String(Number(ahead) + 1), sentAt), 'the furthest that a clock may be ahead')
      assert.isFalse(isTimely(ahead, sentAt + NONCE_WINDOW), `sent ${part} ms into its second`)
    }
    assert.isTrue(isTimely('1790000300', 1_790_000_000_000 + 600_999), 'good for longer than twice the skew')
  })

  test('any header that is missing or empty makes the signature incomplete', ({ assert }) => {
    assert.deepEqual(completeHeaders(headers), headers)
    for (const name of ['timestamp', 'nonce', 'signature'] as const) {
      assert.isNull(completeHeaders({ ...headers, [name]: undefined }))
      assert.isNull(completeHeaders({ ...headers, [name]: '' }))
    }
  })

  test('the form of {0} is checked')
    .with([
      [{ timestamp: '1790000000.5' }, false],
      [{ timestamp: '-1' }, false],
      [{ timestamp: '2026-11-21T12:00:00Z' }, false],
      [{ nonce: 'n'.repeat(15) }, false],
      [{ nonce: 'n'.repeat(16) }, true],
      [{ nonce: 'n'.repeat(64) }, true],
      [{ nonce: 'n'.repeat(65) }, false],
      [{ signature: 'A'.repeat(64) }, false],
      [{ signature: 'a'.repeat(63) }, false],
    ] as const)
    .run(({ assert }, [change, good]) => {
      assert.equal(malformedHeader({ ...headers, ...change }) === null, good)
    })

  test('a timestamp {0} seconds off is timely: {1}')
    .with([
      [-301, false],
      [-300, true],
      [0, true],
      [300, true],
      [301, false],
    ] as const)
    .run(({ assert }, [off, timely]) => {
      const now = 1_790_000_000_999
      assert.equal(isTimely(String(1_790_000_000 + off), now), timely)
    })

  test('a response nonce is 16 to 64 characters of base64url', ({ assert }) => {
    assert.equal(responseNonce('AZaz09_-AZaz09_-'), 'AZaz09_-AZaz09_-')
    for (const bad of ['a'.repeat(15), 'a'.repeat(65), 'a'.repeat(15) + '+', undefined, ['a'.repeat(16)]]) {
      assert.isNull(responseNonce(bad))
    }
  })

  test('a path is plain without percent-encoding and closing slashes: {0}')
    .with([
      ['/v1/licenses/authorize', '/v1/licenses/authorize'],
      ['/v1/licenses/%61uthorize//', '/v1/licenses/authorize'],
      ['//', ''],
      ['/%', null],
    ] as const)
    .run(({ assert }, [path, plain]) => {
      assert.equal(plainPath(path), plain)
    })

  test('a path of slashes costs what its bytes cost', async ({ assert }) => {
    const path = '/'.repeat(100_000)
    const spent = await workWhile(async () => assert.equal(plainPath(`${path}%41`), `${path}A`))
    assert.isBelow(spent, 500)
  })
})
