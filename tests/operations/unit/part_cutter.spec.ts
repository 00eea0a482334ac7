import { test } from '@japa/runner'
import fc from 'fast-check'
import { readPart, type PartRecord } from '#operations/transfer/part'
import { PartCutter, type CutPart } from '#operations/transfer/part_cutter'
import { fileMessage } from '#operations/transfer/file_problem'
import { recordMessage } from '#operations/transfer/record_problem'
import { LIMITS, type TransferFormat } from '#kernel/files/file_limits'

const LARGE = 'too large'
type Cut = { parts: CutPart[]; records: Read[] }
type Read = { line: number } & ({ values: Map<string, unknown> } | { problem: string })

const told = (one: PartRecord): Read =>
  'problem' in one ? { line: one.line, problem: recordMessage(one.problem) } : one

/** Cuts a file that arrives in pieces of these sizes, and reads its parts. */
function cut(
  file: string | Buffer,
  format: TransferFormat | null = null,
  { sizes = [1 << 16], perPart = 3, limits = {} } = {}
): Cut {
  const bytes = Buffer.from(file as string)
  const cutter = new PartCutter(format, { ...LIMITS, ...limits }, perPart, [1, 2])
  const parts: CutPart[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const piece = bytes.subarray(at, at + sizes[turn % sizes.length])
    parts.push(...cutter.add(piece))
    at += piece.length
  }
  parts.push(...cutter.finish())
  if (cutter.problem) throw new Error(fileMessage(cutter.problem))
  const records = parts.flatMap(({ bytes: part, line }): Read[] =>
    part === null ? [{ line, problem: LARGE }] : readPart(part, cutter.shape!, line).map(told)
  )
  return { parts, records }
}

const keysOf = ({ records }: Cut) =>
  records.map((one) => ('values' in one ? one.values.get('key') : one.problem))
const linesOf = ({ records }: Cut) => records.map(({ line }) => line)

test.group('cutting a file into parts', () => {
  test('parts hold the records of the file on their lines, whatever pieces it comes in: {$self}')
    .with(['csv', 'ndjson', 'json'] as const)
    .run(({ assert }, format) => {
      const value = fc.oneof(
        fc.string({ maxLength: 8 }),
        fc.integer(),
        fc.constant(null),
        fc.constant([[{}]])
      )
      const blank = fc.constantFrom('', '\n', '\r\n\n')
      const rows = fc.array(fc.tuple(value, blank), { maxLength: 12 })
      const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
      fc.assert(
        fc.property(rows, sizes, fc.integer({ min: 1, max: 4 }), (given, pieces, perPart) => {
          let line = format === 'csv' ? 2 : 1
          const lines: number[] = []
          const texts = given.map(([one, gap], at) => {
            const text = JSON.stringify({ key: `KEY-${at}`, metadata: { one } })
            line += gap.split('\n').length - 1
            lines.push(line)
            if (format !== 'json') line++
            return gap + (format === 'csv' ? `KEY-${at},"${text.replaceAll('"', '""')}"` : text)
          })
          const file = {
            csv: () => ['key,metadata', ...texts, ''].join('\n'),
            ndjson: () => texts.join('\n'),
            json: () => `[${texts.join(',')}\n]`,
          }[format]()
          const result = cut(file, format, { sizes: pieces, perPart })
          assert.deepEqual(
            keysOf(result),
            given.map((_, at) => `KEY-${at}`)
          )
          assert.deepEqual(linesOf(result), lines)
          for (const part of result.parts.slice(0, -1)) assert.equal(part.records, perPart)
        })
      )
    })

  test('elements of an array that are no licenses are bad rows and no others: {0}')
    .with([
      ['[1, "a]", null, true, [1, "}"], {"key":"GOOD"}, {}]', 7],
      ['[{"key":}, {"key":"GOOD"}, nul, -, {"a" 1}]', 5],
      ['[{"key":"GOOD"}, "\\"", "x\\\\"]', 3],
    ] as const)
    .run(({ assert }, [file, count]) => {
      for (const size of [1, 3, 1000]) {
        const { records } = cut(file, 'json', { sizes: [size], perPart: 2 })
        assert.lengthOf(records, count)
        assert.deepEqual(
          records.filter((one) => 'values' in one && one.values.get('key') === 'GOOD').length,
          1
        )
      }
    })

  test('an array in which nobody can tell where an element ends is refused by its line: {0}')
    .with([
      ['[{"key":"A"}\n{"key":"B"}]', /line 2/],
      ['[{"key":"A"},\n]', /line 2/],
      ['[{"key":"A"},\n,{}]', /line 2/],
      ['[\n{"key":"A"]\n]', /brackets .* line 2/],
      ['[\n{"key":"A},\n{"key":"B"}]', /text on line 2 .* not closed/],
      ['[\n{"key":"A"\n', /element that begins on line 2 does not end/],
      ['[\n{"key":"A"}\n', /cut off before its end, on line 3/],
      ['[] []', /line 1/],
      ['{"key":"A"}', /one JSON array/],
      ['', /cut off/],
    ] as const)
    .run(({ assert }, [file, message]) => {
      for (const size of [1, 1000]) assert.throws(() => cut(file, 'json', { sizes: [size] }), message)
    })

  test('a row with a NUL, in another encoding or with a cell too large is a bad row and no other: {$self}')
    .with(['csv', 'ndjson', 'json'] as const)
    .run(({ assert }, format) => {
      const rows: [key: string, note: string][] = [
        ['GOOD-1', 'é'],
        ['NUL', '\0'],
        ['LATIN', 'caf\xe9'],
        ['GOOD-2', 'x'.repeat(LIMITS.cellBytes)],
        ['LARGE', 'x'.repeat(LIMITS.cellBytes + 1)],
        ['HUGE', 'x'.repeat(LIMITS.recordBytes)],
        ['GOOD-3', ''],
      ]
      const texts = rows.map(([key, note]) => {
        const text = format === 'csv' ? `${key},${note}` : `{"key":"${key}","colour":"${note}"}`
        return Buffer.from(text, key === 'LATIN' ? 'latin1' : 'utf8')
      })
      const [open, between, close] = {
        csv: ['key,colour\n', '\n', '\n'],
        ndjson: ['', '\n', ''],
        json: ['[', ',\n', ']'],
      }[format]
      const file = Buffer.concat([
        Buffer.from(open),
        ...texts.flatMap((text, at) => [Buffer.from(at === 0 ? '' : between), text]),
        Buffer.from(close),
      ])
      for (const size of [777, 1 << 16, 1 << 24]) {
        const result = cut(file, format, { sizes: [size], perPart: 2 })
        assert.deepEqual(keysOf(result), [
          'GOOD-1',
          'The row contains a NUL byte',
          'The row is not UTF-8',
          'GOOD-2',
          format === 'csv' ? 'The cell of colour is larger than 983040 bytes' : 'LARGE',
          LARGE,
          'GOOD-3',
        ])
        const first = format === 'csv' ? 2 : 1
        assert.deepEqual(
          linesOf(result),
          rows.map((_, at) => first + at)
        )
      }
    })

  test('each limit is kept exactly: one below and at it goes, one above does not')
    .with([-1, 0, 1] as const)
    .run(({ assert }, over) => {
      const file = 'key\nAAAA\nBBBB\nCCCC\n'
      const attempts = [
        () => cut(file, 'csv', { limits: { rows: 3 - over } }),
        () => cut(file, 'csv', { limits: { bytes: file.length - over } }),
        () => cut('[{},{},{}]', 'json', { limits: { rows: 3 - over } }),
        () => cut('{}\n{}\n{}', 'ndjson', { limits: { rows: 3 - over } }),
      ]
      for (const attempt of attempts) {
        if (over > 0) assert.throws(attempt, /more than 2 records|larger than 18 bytes/)
        else assert.lengthOf(attempt().records, 3)
      }
      const long = `key\n${'x'.repeat(99 + over)}\nAAAA`
      const records = keysOf(cut(long, 'csv', { sizes: [7], limits: { recordBytes: 100 } }))
      assert.equal(records[0] === LARGE, over > 0)
      assert.equal(records[1], 'AAAA')
    })

  test('a row of a hundred megabytes is one bad row and takes no memory', ({ assert }) => {
    const cutter = new PartCutter('csv', LIMITS, 1000, [1, 2])
    cutter.add(Buffer.from('key,metadata\nAAAA,\nHUGE,"'))
    const piece = Buffer.alloc(1 << 16, 'x\n')
    const before = process.memoryUsage().arrayBuffers
    const parts: CutPart[] = []
    for (let at = 0; at < 1600; at++) parts.push(...cutter.add(Buffer.from(piece)))
    global.gc?.()
    assert.isBelow(process.memoryUsage().arrayBuffers - before, 64 * 1024 * 1024)
    parts.push(...cutter.add(Buffer.from('"\nBBBB,\n')), ...cutter.finish())
    assert.deepEqual(
      parts.map(({ line, bytes }) => [line, bytes?.toString() ?? null]),
      [
        [2, 'AAAA,\n'],
        [3, null],
        [4 + (1600 * piece.length) / 2, 'BBBB,\n'],
      ]
    )
  })

  test('the head tells what the file is, or what is wrong with it: {$i}')
    .with([
      ['\ufeffkey\nAAAA\n', null],
      ['\ufeff[{"key":"AAAA"}]', null],
      ['\n \n{"key":"AAAA"}\n', null],
      ['key;status\r\nAAAA;\r\n', null],
      [Buffer.from('\ufeffkey\nAAAA', 'utf16le'), /UTF-16/],
      [Buffer.from('key\nAAAA', 'utf16le'), /UTF-16/],
      [Buffer.from('clé,key\nx,AAAA', 'latin1'), /first line is not UTF-8/],
      [Buffer.from([0x1f, 0x8b, 8, 0, 0]), /gzip/],
      ['PK\x03\x04 and so on', /spreadsheet/],
      ['PK,key\n1,AAAA\n', null],
      ['status,key\0\n', /NUL byte on line 1/],
      ['id,status\n1,2\n', /must be "key"/],
      [`key${',x'.repeat(600_000)}`, /does not end/],
      [`key${',x'.repeat(1000)}\n`, /more than 1000 columns/],
      [`key\n${'\n'.repeat(2_000_000)}AAAA`, /blank bytes/],
    ] as const)
    .run(({ assert }, [file, message]) => {
      for (const size of [1 << 14, 1 << 22]) {
        if (message) assert.throws(() => cut(file, null, { sizes: [size] }), message)
        else assert.deepEqual(keysOf(cut(file, null, { sizes: [size] })), ['AAAA'])
      }
      if (!message) assert.deepEqual(keysOf(cut(file, null, { sizes: [1] })), ['AAAA'])
    })

  test('a key that a file has twice is known by its first line, in whatever part: {$self}')
    .with(['csv', 'ndjson', 'json'] as const)
    .run(({ assert }, format) => {
      const keys = ['AAAA', 'BBBB', 'AAAA', 'CCCC', 'BBBB', 'AAAA', '', '']
      const file = {
        csv: `id,key\n${keys.map((key) => `1,${key}\n`).join('')}`,
        ndjson: keys.map((key) => JSON.stringify({ key })).join('\n'),
        json: `[${keys.map((key) => JSON.stringify({ key })).join(',\n')}]`,
      }[format]
      const first = format === 'csv' ? 2 : 1
      const repeats = cut(file, format, { perPart: 2 }).parts.map((part) => part.repeats)
      assert.deepEqual(repeats, [
        [],
        [[0, first]],
        [
          [0, first + 1],
          [1, first],
        ],
        [],
      ])
    })
})
