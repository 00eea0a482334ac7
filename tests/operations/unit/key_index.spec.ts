import { test } from '@japa/runner'
import { halfSipHash } from '#operations/transfer/half_siphash'
import { KeyIndex } from '#operations/transfer/key_index'
import { TWINS } from '#tests/testkit/twin_keys'

test.group('index of keys', () => {
  test('hashes as HalfSipHash-2-4 does: {0} bytes')
    .with([
      [0, '218d1f59b9b83cc8'],
      [2, '064f39ef7c50eb57'],
      [4, 'd5e78a175be52ea1'],
      [6, 'ce3e91358aa2bc25'],
    ] as const)
    .run(({ assert }, [length, expected]) => {
      const text = Buffer.from(Array.from({ length }, (_, at) => at)).toString('utf16le')
      const [high, low] = halfSipHash(text, [0x03020100, 0x07060504])
      const bytes = Buffer.alloc(8)
      bytes.writeUInt32LE(low, 0)
      bytes.writeUInt32LE(high, 4)
      assert.equal(bytes.toString('hex'), expected)
    })

  test('two uploads do not put the same keys into the same places', ({ assert }) => {
    const low = (key: string, secret: number) => halfSipHash(key, [secret, 7])[1] & 4095
    const keys = Array.from({ length: 4096 }, (_, at) => `KEY-${at}`)
    const crowded = keys.filter((key) => low(key, 1) < 64)
    const again = new Set(crowded.map((key) => low(key, 2)))
    assert.isAbove(crowded.length, 32)
    assert.isAbove(again.size, crowded.length * 0.9)
  })

  test('keys that share a hash under one secret are told apart under another', ({ assert }) => {
    const [one, other] = TWINS.keys
    const known = new KeyIndex(TWINS.secret)
    assert.deepEqual([known.firstLine(one, 1), known.firstLine(other, 2)], [null, 1])
    const foreign = new KeyIndex([3, 4])
    assert.deepEqual([foreign.firstLine(one, 1), foreign.firstLine(other, 2)], [null, null])
  })

  test('near and far keys do not share a hash', ({ assert }) => {
    const index = new KeyIndex([1, 2])
    let repeats = 0
    for (let at = 0; at < 300_000; at++) {
      if (index.firstLine(`KEY-${at}`, at + 1) !== null) repeats++
      if (index.firstLine(`${at}-${at % 7}.${at}`, at + 1) !== null) repeats++
    }
    assert.equal(repeats, 0)
    for (let at = 0; at < 300_000; at += 997) assert.equal(index.firstLine(`KEY-${at}`, 9), at + 1)
  })
})
