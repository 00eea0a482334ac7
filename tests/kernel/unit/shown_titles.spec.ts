import { test } from '@japa/runner'
import { expandTitle } from '#tests/testkit/shown_titles'

test.group('titles of tests over data', () => {
  test('{title} of {row} is {expected}')
    .with([
      { title: '{0} is {1}', row: [{ a: 1 }, ['b']], expected: `{ a: 1 } is [ 'b' ]` },
      { title: '{$i}: {$self}', row: { a: null }, expected: '1: { a: null }' },
      { title: '{0.a.b} {1}', row: [{ a: { b: 2 } }], expected: '2 undefined' },
      { title: '\\{0} {$self}', row: 'x', expected: '{0} x' },
    ])
    .run(({ assert }, { title, row, expected }) => assert.equal(expandTitle(title, row, 0), expected))

  test('what is long is cut off', ({ assert }) => {
    const title = expandTitle('{$self}', { list: Array.from({ length: 100 }, (_, at) => at) }, 0)
    assert.match(title, /^\{ list: \[ 0, 1, 2, .*\.\.\.$/)
    assert.isBelow(title.length, 90)
  })
})
