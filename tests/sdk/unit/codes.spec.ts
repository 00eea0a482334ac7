import { test } from '@japa/runner'
import { CODES } from '#kernel/refusals/codes'
import { RETRY, retryClassOf } from '#sdk/codes'

test.group('codes of the SDK', () => {
  test('are those of the service, each with its retry class', ({ assert }) => {
    const classes = Object.entries(CODES).map(([code, [, , retry]]) => [code, retry] as const)
    assert.deepEqual(Object.entries(RETRY), classes)
  })

  test('decide whatever the status is, and the status only where the code is unknown', ({ assert }) => {
    assert.equal(retryClassOf('CONFLICT', 503), 'never')
    assert.equal(retryClassOf('INTERNAL', 500), 'wait')
    assert.equal(retryClassOf('UNREACHABLE', 0), 'wait')
    assert.equal(retryClassOf('A_CODE_OF_TOMORROW', 503), 'wait')
    assert.equal(retryClassOf('A_CODE_OF_TOMORROW', 500), 'never')
    assert.equal(retryClassOf('toString', 404), 'never')
  })
})
