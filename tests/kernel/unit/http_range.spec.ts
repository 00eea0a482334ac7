import { test } from '@japa/runner'
import { namesTag, readRange } from '#kernel/files/http_range'
import { printable } from '#kernel/text/printable'
import { workWhile } from '#tests/testkit/processor_time'

test.group('ranges of a download', () => {
  test('{0} of 10 bytes')
    .with([
      [undefined, null],
      ['bytes=0-3', { start: 0, end: 3 }],
      ['bytes=4-', { start: 4, end: 9 }],
      ['bytes=-3', { start: 7, end: 9 }],
      ['bytes=-99', { start: 0, end: 9 }],
      ['bytes=8-99', { start: 8, end: 9 }],
      ['bytes=10-', 'unsatisfiable'],
      ['bytes=-0', 'unsatisfiable'],
      ['bytes=5-2', null],
      ['bytes=0-1,4-5', null],
      ['lines=0-1', null],
      ['bytes=-', null],
      [' Bytes = 1 - 3 ', { start: 1, end: 3 }],
      ['bytes= - 3', { start: 7, end: 9 }],
      ['bytes=1- ', { start: 1, end: 9 }],
      ['bytes=1 2-3', null],
    ] as [string | undefined, unknown][])
    .run(({ assert }, [header, expected]) => {
      assert.deepEqual(readRange(header, 10), expected)
    })

  test('a header of spaces costs no more than its length', async ({ assert }) => {
    const spaces = ' '.repeat(15_000)
    const spent = await workWhile(async () => {
      for (const header of [`bytes=${spaces}x`, `bytes=1-${spaces}-`, `bytes=-${spaces}x`]) {
        assert.isNull(readRange(header, 10))
      }
    })
    assert.isBelow(spent, 50)
  })

  test('a tag is known when a proxy made it weak, too', ({ assert }) => {
    assert.isTrue(namesTag('"a", W/"b"', '"b"'))
    assert.isTrue(namesTag('*', '"b"'))
    assert.isFalse(namesTag('"a"', '"b"'))
    assert.isFalse(namesTag(undefined, '"b"'))
  })
})

test.group('texts for a terminal', () => {
  test('hold nothing that it would act on', ({ assert }) => {
    assert.equal(
      printable('\x1b[2J\x1b]0;x\x07\x9b31m\u202eé\n\t😀'),
      '\\u001b[2J\\u001b]0;x\\u0007\\u009b31m\\u202eé\n\t😀'
    )
  })
})
