import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { parseCsv } from '#operations/transfer/csv'
import { CsvScanner } from '#operations/transfer/csv_scanner'
import { fileMessage } from '#operations/transfer/file_problem'
import { recordMessage } from '#operations/transfer/record_problem'
import { LIMITS } from '#kernel/files/file_limits'

/** Cells of characters that make CSV difficult. */
const cell = fc.string({
  unit: fc.constantFrom('a', ',', ';', '"', '\n', '\r', ' ', 'é', '😀'),
  maxLength: 6,
})
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })

/** The records as the scanner cuts them, from pieces of the given sizes. */
function cut(text: string, sizes: number[]): string[] {
  const bytes = Buffer.from(text)
  const scanner = new CsvScanner(44)
  const ends: number[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const piece = bytes.subarray(at, at + (sizes[turn % sizes.length] ?? 1))
    scanner.push(piece, ({ end }) => ends.push(at + end))
    at += piece.length
  }
  scanner.end()
  if (scanner.problem) throw new Error(fileMessage(scanner.problem))
  if (scanner.open()) ends.push(bytes.length)
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end).toString())
}

test.group('CSV', () => {
  test('what csv-stringify writes is read as it was, like csv-parse reads it', ({ assert }) => {
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), (records, end) => {
        const text = stringify(records, { record_delimiter: end, quoted_match: /[\r\n]/ })
        const ours = parseCsv(text, ',').map((record) => record.cells)
        const kept = records.filter((cells) => cells.some((cell) => /[^ \t\r]/.test(cell)))
        assert.deepEqual(ours, kept)
        const parsed: string[][] = parse(text, { relax_column_count: true, record_delimiter: [end] })
        assert.deepEqual(
          ours,
          parsed.filter((cells) => kept.some((one) => one.join('|') === cells.join('|')))
        )
      })
    )
  })

  test('the scanner cuts any text between the records that the parser sees', ({ assert }) => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', '\t'), maxLength: 30 })
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (csv, sizes) => {
        let records: string[]
        try {
          records = cut(csv, sizes)
        } catch {
          return // An open quote: the file is refused as a whole.
        }
        const whole = parseCsv(csv, ',')
        assert.lengthOf(records, whole.length)
        const parts = records.flatMap((record) => parseCsv(record, ','))
        assert.deepEqual(
          parts.map(({ cells, problem }) => ({ cells, bad: problem !== null })),
          whole.map(({ cells, problem }) => ({ cells, bad: problem !== null }))
        )
      }),
      { numRuns: 2000 }
    )
  })

  test('lines are those on which records begin', ({ assert }) => {
    const records = parseCsv('a,b\n\n"x\ny",2\r\nc,d', ',', 5)
    assert.deepEqual(
      records.map(({ line, cells }) => [line, ...cells]),
      [
        [5, 'a', 'b'],
        [7, 'x\ny', '2'],
        [9, 'c', 'd'],
      ] as never
    )
  })

  test('text after a closing quote spoils its record and no other', ({ assert }) => {
    const records = parseCsv('"a"b,c\nd,e\n', ',')
    assert.deepEqual(
      records.map(({ problem }) => problem && recordMessage(problem)),
      ['There is text after a closing quote', null]
    )
  })

  test('CR CR LF, which Python writes on Windows, belongs to no cell, quoted or not', ({ assert }) => {
    const records = parseCsv('a,"b"\r\r\nc,d\r\r\ne,"f"\r\r\ng,\r\r', ',')
    assert.deepEqual(
      records.map(({ cells, problem }) => [...cells, problem]),
      [
        ['a', 'b', null],
        ['c', 'd', null],
        ['e', 'f', null],
        ['g', '', null],
      ] as never
    )
  })

  test('a quote that is never closed is refused, by its line', ({ assert }) => {
    assert.throws(() => cut('a,"b\nc', [1000]), /line 1 is never closed/)
    assert.throws(() => cut(`\n"${'x'.repeat(100_000)}`, [1000]), /line 2 is never closed/)
  })

  test('a row of which a quote swallowed the next lines says so', ({ assert }) => {
    const [record] = parseCsv('a,"b\nc,d\ne,"f"\n', ',', 7)
    assert.match(recordMessage(record.problem!), /the row ends on line 9: is a quote missing/)
  })

  test('a row of empty cells is an empty line, whatever a spreadsheet leaves in it', ({ assert }) => {
    const file = 'a;b\n;\n ; \n"";""\r\n"";"x"\n;;;;;\n'
    assert.deepEqual(
      parseCsv(file, ';').map(({ line, cells }) => [line, ...cells]),
      [
        [1, 'a', 'b'],
        [5, '', 'x'],
      ] as never
    )
  })

  test('cells beyond the largest number of columns are not kept', ({ assert }) => {
    const [within, beyond] = parseCsv(
      `a${','.repeat(LIMITS.columns - 1)}\na${','.repeat(LIMITS.columns + 1)}\n`,
      ','
    )
    assert.deepInclude(within, { problem: null })
    assert.lengthOf(within.cells, LIMITS.columns)
    assert.match(recordMessage(beyond.problem!), /more than 1000 cells/)
  })
})
