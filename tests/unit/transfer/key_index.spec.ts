import { test } from '@japa/runner'
import { KeyIndex } from '#domain/transfer/key_index'

test.group('index of keys', () => {
  test('near and far keys do not share a hash', ({ assert }) => {
    const index = new KeyIndex()
    for (let at = 0; at < 300_000; at++) {
      assert.isNull(index.firstLine(`KEY-${at}`, at + 1))
      assert.isNull(index.firstLine(`${at}-${at % 7}.${at}`, at + 1))
    }
    for (let at = 0; at < 300_000; at += 997) assert.equal(index.firstLine(`KEY-${at}`, 9), at + 1)
  })
})
