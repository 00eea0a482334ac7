import { test } from '@japa/runner'
import { same } from '../../../resources/console/src/ui/same.js'

test.group('two values in the console', () => {
  test('are the same in any order of their names, but not of their elements', ({ assert }) => {
    assert.isTrue(
      same({ mode: 'limit', of: { most: 2, least: 1 } }, { of: { least: 1, most: 2 }, mode: 'limit' })
    )
    assert.isFalse(same({ mode: 'limit', most: 2 }, { mode: 'limit', most: 3 }))
    assert.isFalse(same([1, 2], [2, 1]))
    assert.isTrue(same({ most: undefined }, {}))
    assert.isFalse(same({ most: null }, {}))
    assert.isFalse(same(null, undefined))
  })
})
