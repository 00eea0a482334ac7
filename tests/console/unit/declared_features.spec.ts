import { test } from '@japa/runner'
import { declaredOnly } from '../../../resources/console/src/screens/products/declared_features.js'

/** contract/17-tiers */
test.group('features that a form can show', () => {
  test('are those that the product declares, with values of their types', ({ assert }) => {
    const declared = [
      { name: 'export', type: 'boolean' },
      { name: 'seats', type: 'integer' },
      { name: 'edition', type: 'string' },
    ] as const
    const fitting = { export: false, seats: 0, edition: '' }
    assert.deepEqual(declaredOnly([...declared], fitting), fitting)
    assert.deepEqual(declaredOnly([...declared], { old: true, export: 'yes', seats: 3 }), { seats: 3 })
    assert.deepEqual(declaredOnly([], { seats: 3 }), {})
    assert.deepEqual(declaredOnly([...declared], null), {})
  })
})
