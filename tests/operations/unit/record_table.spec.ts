import { test } from '@japa/runner'
import fc from 'fast-check'
import { LIMITS } from '#kernel/files/file_limits'
import { readImportRow } from '#operations/transfer/read_import_row'
import { cellOf, recordMembers } from '#operations/transfer/record_members'
import { isAboutCells, recordMessage, type RecordProblem } from '#operations/transfer/record_problem'
import { RecordTable } from '#operations/transfer/record_table'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000)

/** The cell of a value, from what a complete parser reads. */
function parsedCell(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

test.group('a JSON record as cells', () => {
  test(`has the members that a parser finds (SEED=${SEED})`, ({ assert }) => {
    const record = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 })
    fc.assert(
      fc.property(record, (held) => {
        const expected = Object.entries(JSON.parse(JSON.stringify(held)) as object)
        assert.deepEqual(
          [...recordMembers(` ${JSON.stringify(held)} `)!].map(([name, value]) => [name, cellOf(value)]),
          expected.map(([name, value]) => [name, parsedCell(value)])
        )
      }),
      { numRuns: 1000, seed: SEED }
    )
  })

  test('keeps numbers as they are written, and the last of members with one name', ({ assert }) => {
    const text = '{ "a" : 1.50 , "a":[12345678901234567890, 1e400] , "b":{} , "c": "" }'
    assert.deepEqual(
      [...recordMembers(text)!],
      [
        ['a', '[12345678901234567890, 1e400]'],
        ['b', '{}'],
        ['c', '""'],
      ]
    )
    assert.deepEqual([...recordMembers('{}')!], [])
  })

  test('is null where there is no object that can be read', ({ assert }) => {
    for (const text of ['', '[]', '"a"', 'null', '{"a":1', '{a:1}']) assert.isNull(recordMembers(text), text)
    assert.isNull(recordMembers(`{"a":[${'1,'.repeat(20_001)}1]}`))
  })
})

const whole = (text: string) => ({ texts: [text], isDamaged: false })

test.group('a table of JSON records', () => {
  test('bounds the columns that an import ignores more than those of metadata', ({ assert }) => {
    const table = new RecordTable([])
    const names = Array.from({ length: 150 }, (_, at) => `x${at}`)
    const known = names.map((name) => `metadata.${name}`)
    const members = [...names, ...known, 'y'.repeat(101)].map((one) => [one, '1'])
    table.add(whole(JSON.stringify(Object.fromEntries(members))))
    assert.deepEqual(table.columns, ['key', ...names.slice(0, 100), ...known])
  })

  test('has no more columns than an import accepts; further metadata is in the column metadata', ({
    assert,
  }) => {
    const table = new RecordTable([])
    const texts = ['a', 'b'].map((one) => {
      const names = Array.from({ length: 600 }, (_, at) => [`metadata.${one}${at}`, 'x'])
      return JSON.stringify({ key: `AAA${one}`, ...Object.fromEntries(names) })
    })
    for (const text of texts) table.add(whole(text))
    assert.isBelow(table.columns.length, LIMITS.columns)
    for (const [at, one] of ['a', 'b'].entries()) {
      const cells = table.cells(whole(texts[at])).map((cell, n) => [table.columns[n], cell] as const)
      const read = readImportRow(new Map(cells), 0)
      const expected = Array.from({ length: 600 }, (_, n) => [`${one}${n}`, 'x'])
      assert.deepEqual(read.allow && read.row.metadata, Object.fromEntries(expected))
    }
    const long = new RecordTable([])
    for (const name of ['a', 'b', 'c']) {
      long.add(whole(JSON.stringify({ key: 'AAAA', [`metadata.${name.repeat(20_000)}`]: 'x' })))
    }
    assert.isBelow(long.columns.join('').length, 64 * 1024)
  })

  test('joins names that are one heading; the right spelling wins', ({ assert }) => {
    const table = new RecordTable([])
    const texts = ['{"KEY":"a","key":"b"}', '{"key":"b","KEY":"a"}', '{"KEY":"a"}']
    for (const text of texts) table.add(whole(text))
    assert.deepEqual(table.columns, ['key'])
    assert.deepEqual(
      texts.map((text) => table.cells(whole(text))),
      [['b'], ['b'], ['a']]
    )
  })

  test('has what an import reads from the record: types of metadata and whole numbers', ({ assert }) => {
    const cells = (text: string) => {
      const table = new RecordTable([])
      table.add(whole(text))
      const found = table.cells(whole(text))
      return Object.fromEntries(table.columns.map((column, at) => [column, found[at]]))
    }
    const key = 'AAAA'
    assert.deepEqual(cells('{"key":"AAAA","metadata.n":1.50,"metadata.text":"5","metadata.wide":" a "}'), {
      key: key,
      'metadata.text': '5',
      metadata: '{"n":1.50,"wide":" a "}',
    })
    assert.deepEqual(cells('{"key":"AAAA","metadata.b":[true,null],"metadata":{ "a":1 }}'), {
      key,
      metadata: '{"a":1,"b":[true,null]}',
    })
    assert.deepEqual(cells('{"key":"AAAA","metadata.b":2,"metadata":"{\\"a\\":1}"}'), {
      key,
      metadata: '{"a":1,"b":2}',
    })
    assert.deepEqual(cells('{"key":"AAAA","metadata.b":2,"metadata":[1]}'), {
      key,
      'metadata.b': '2',
      metadata: '[1]',
    })
    assert.deepEqual(cells('{"key":"AAAA","expiresAfterDays":30.0,"maxHwidResets":1e1,"other":1.0}'), {
      key,
      expiresAfterDays: '30',
      maxHwidResets: '10',
      other: '1.0',
    })
  })

  test('has the whole record too if its metadata is no object and has members without a column', ({
    assert,
  }) => {
    const many = (from: number, value: unknown) =>
      Object.fromEntries(Array.from({ length: 801 }, (_, at) => [`metadata.m${from + at}`, value]))
    for (const value of ['text', 5]) {
      const table = new RecordTable([])
      const lost = JSON.stringify({ key: 'AAAA', metadata: 'text', ...many(0, value) })
      const shown = JSON.stringify({ key: 'BBBB', metadata: 'text', 'metadata.m0': value })
      const ignored = JSON.stringify(
        Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`x${at}`, 1]))
      )
      for (const text of [ignored, shown, lost]) table.add(whole(text))
      const at = table.columns.indexOf('record')
      assert.deepEqual(
        [ignored, shown, lost].map((text) => table.cells(whole(text))[at]),
        ['', '', lost]
      )
    }
  })
})

test.group('the message about a row whose cells are not those of the columns', () => {
  test('is told from other texts')
    .with([
      [{ reason: 'not-utf8' }, true],
      [{ reason: 'too-many-cells' }, true],
      [{ reason: 'wrong-number-of-cells', cells: 3, columns: 2 }, true],
      [{ reason: 'text-after-quote', first: 2, last: 2 }, true],
      [{ reason: 'text-after-quote', first: 2, last: 4 }, true],
      [{ reason: 'nul-byte' }, false],
      [{ reason: 'cell-too-large', column: 'key' }, false],
    ] as [RecordProblem, boolean][])
    .run(({ assert }, [problem, expected]) => {
      assert.equal(isAboutCells(recordMessage(problem)), expected)
    })
})
