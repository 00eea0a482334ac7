import { test } from '@japa/runner'
import fc from 'fast-check'
import { lossyNumber } from '#kernel/json/json_numbers'
import { workWhile } from '#tests/testkit/processor_time'

test.group('numbers that would not come back as they were sent', () => {
  test('{$self} survives')
    .with([
      '0',
      '-0',
      '0.0',
      '0e400',
      '1.10',
      '1e22',
      '9007199254740991',
      '9007199254740992',
      '-9007199254740991',
      '1000000000000000000000',
      '12345678901234500000.000',
      '0.1',
      '0.30000000000000004',
      '0.10000000000000001',
      '1e308',
      '5e-324',
      '1.7976931348623157e308',
      '"12345678901234567890"',
      '{"a 12345678901234567890 \\" 1e400":1}',
    ])
    .run(({ assert }, text) => {
      assert.isNull(lossyNumber(`[${text}]`))
    })

  test('{0} does not')
    .with([
      ['{"metadata":{"chat":{"id":12345678901234567890}}}', 'metadata.chat.id', '12345678901234567890'],
      ['{"a":[1,{"b":2},[3,1e400]]}', 'a.2.1', '1e400'],
      ['{"a":"x","b": -9007199254740993}', 'b', '-9007199254740993'],
      ['{"a":123456789012345678e3}', 'a', '123456789012345678e3'],
      ['{"a":1e-400}', 'a', '1e-400'],
      ['{"a":{},"b":[],"c":[[],9007199254740993]}', 'c.1', '9007199254740993'],
      ['{"a":0.1234567890123456789}', 'a', '0.1234567890123456789'],
      ['{"q\\"x":1e999}', 'q\\"x', '1e999'],
    ])
    .run(({ assert }, [json, path, text]) => {
      assert.isNotNull(JSON.parse(json))
      assert.deepEqual(lossyNumber(json), { path, text })
    })

  test('only the numbers that concern the caller count', ({ assert }) => {
    const json = '{"chat":12345678901234567890,"metadata":{"chat":12345678901234567891}}'
    const lossy = lossyNumber(json, (path) => path.startsWith('metadata'))
    assert.deepEqual(lossy, { path: 'metadata.chat', text: '12345678901234567891' })
    assert.isNull(lossyNumber(json, () => false))
  })

  test('costs what the bytes of the document cost: {0}')
    .with([
      ['a long number', `[1${'0'.repeat(100_000)}1]`],
      ['a long fraction', `[0.1${'0'.repeat(100_000)}1]`],
      ['many numbers below a long name', `{"${'a'.repeat(250_000)}":[${'1e400,'.repeat(20_000)}1]}`],
    ] as const)
    .run(async ({ assert }, [, json]) => {
      const spent = await workWhile(async () => lossyNumber(json, () => false))
      assert.isBelow(spent, 500)
    })

  test('every number that JavaScript writes survives, and an integer does when its digits come back', ({
    assert,
  }) => {
    const written = fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) =>
      assert.isNull(lossyNumber(JSON.stringify({ pad: 1e300, value })))
    )
    fc.assert(written, { numRuns: 2000 })
    const integers = fc.property(fc.bigInt({ min: -(2n ** 69n), max: 2n ** 69n }), (value) => {
      const comesBack = BigInt(String(Number(value))) === value
      assert.equal(lossyNumber(`{"value":${value}}`) === null, comesBack, String(value))
    })
    fc.assert(integers, { numRuns: 2000 })
  })
})
