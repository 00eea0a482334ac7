import { test } from '@japa/runner'
import fc from 'fast-check'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { byteRanges } from '#kernel/files/byte_ranges'
import type { ByteRange } from '#kernel/files/http_range'
import { readRanges } from '#kernel/files/http_ranges'

test.group('several ranges of a file', () => {
  test('are read in the order of the file, and else not at all', ({ assert }) => {
    const cases: [string | undefined, [number, number][] | null | 'unsatisfiable'][] = [
      [undefined, null],
      ['bytes=0-9', [[0, 9]]],
      [
        'bytes=0-9, 20-29 ,-5',
        [
          [0, 9],
          [20, 29],
          [95, 99],
        ],
      ],
      ['bytes=0-9,200-', [[0, 9]]],
      ['bytes=100-,200-', 'unsatisfiable'],
      ['bytes=0-9,9-10', null],
      ['bytes=20-29,0-9', null],
      ['bytes=0-9,', null],
      ['bytes=', null],
      ['items=0-9', null],
      ['bytes=a-b', null],
      [`bytes=${Array.from({ length: 1001 }, (_, at) => `${at}-${at}`).join()}`, null],
    ]
    for (const [header, expected] of cases) {
      const ranges =
        expected && expected !== 'unsatisfiable' ? expected.map(([start, end]) => ({ start, end })) : expected
      assert.deepEqual(readRanges(header, 100), ranges, header?.slice(0, 40))
    }
  })

  test('are cut out of whatever pieces the file comes in', async ({ assert }) => {
    const file = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251))
    const places = fc.uniqueArray(fc.integer({ min: 0, max: 4999 }), { minLength: 4, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(places, fc.integer({ min: 1, max: 700 }), async (ends, size) => {
        const at = ends.sort((one, other) => one - other).slice(0, ends.length - (ends.length % 2))
        const ranges = at.flatMap((start, n) => (n % 2 === 0 ? [{ start, end: at[n + 1] }] : []))
        const { type, length, bytes } = byteRanges(ranges, file.length, 'application/zip')
        const open = async ({ start, end }: ByteRange) => inPieces(file.subarray(start, end + 1), size)
        const sent = await buffer(Readable.from(bytes(open), { objectMode: false }))
        assert.equal(sent.length, length)
        const boundary = type.split('boundary=')[1]
        const parts = ranges.flatMap(({ start, end }) => [
          Buffer.from(
            `\r\n--${boundary}\r\nContent-Type: application/zip\r\nContent-Range: bytes ${start}-${end}/5000\r\n\r\n`
          ),
          file.subarray(start, end + 1),
        ])
        assert.isTrue(sent.equals(Buffer.concat([...parts, Buffer.from(`\r\n--${boundary}--\r\n`)])))
      }),
      { numRuns: 50 }
    )
  })
})

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
