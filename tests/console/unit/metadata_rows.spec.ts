import { test } from '@japa/runner'
import { metadataOf, problemOf, rowsOf } from '../../../resources/console/src/screens/licenses/metadata.js'

test.group('metadata in a form', () => {
  test('{typed} is kept as it was meant')
    .with([
      { typed: '12', kept: 12 },
      { typed: '-0.5', kept: -0.5 },
      { typed: 'true', kept: true },
      { typed: '[1, 2]', kept: [1, 2] },
      { typed: 'a text', kept: 'a text' },
      { typed: '"12"', kept: '12' },
      { typed: '9007199254740991', kept: 9007199254740991 },
      // The id of a chat: as a number it would become 12345678901234567000.
      { typed: '12345678901234567890', kept: '12345678901234567890' },
      { typed: '0.12345678901234567890', kept: '0.12345678901234567890' },
      { typed: '1e999', kept: '1e999' },
    ])
    .run(({ assert }, { typed, kept }) => {
      assert.deepEqual(metadataOf([{ name: 'one', value: typed }]), { one: kept })
      assert.deepEqual(metadataOf(rowsOf({ one: kept })), { one: kept })
    })

  test('a value whose name is empty is kept, and no problem', ({ assert }) => {
    const metadata = { '': 1, one: 'a' }
    assert.deepEqual(metadataOf(rowsOf(metadata)), metadata)
    assert.isUndefined(problemOf(rowsOf(metadata)))
    // Such as the empty row that the form adds.
    assert.deepEqual(metadataOf([...rowsOf({ one: 'a' }), { name: '', value: '' }]), { one: 'a' })
  })

  test('a value that a save would lose is a problem', ({ assert }) => {
    const row = (name: string, value: string) => ({ name, value })
    assert.isUndefined(problemOf([row('one', '1'), row('two', '1'), row('', '')]))
    assert.match(problemOf([row('one', '1'), row('', '2')]) ?? '', /Value 2 has no name/)
    assert.match(problemOf([row('one', '1'), row('two', '2'), row('one', '3')]) ?? '', /two fields .* one/)
  })
})
