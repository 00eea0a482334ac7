import { test } from '@japa/runner'
import { mapMessage, parseColumnMap } from '#operations/transfer/column_map'
import type { HeaderRules } from '#operations/transfer/header'
import { fileMessage } from '#operations/transfer/file_problem'
import { readPart } from '#operations/transfer/part'
import { recordMessage } from '#operations/transfer/record_problem'
import { PartCutter } from '#operations/transfer/part_cutter'
import { LIMITS } from '#kernel/files/file_limits'

/** The keys of a file that is cut into pieces of this size, and how it was read. */
function read(file: string, size: number, rules: HeaderRules = {}) {
  const bytes = Buffer.from(file)
  const cutter = new PartCutter(null, LIMITS, 100, [1, 2], rules)
  const parts = []
  for (let at = 0; at < bytes.length; at += size) parts.push(...cutter.add(bytes.subarray(at, at + size)))
  parts.push(...cutter.finish())
  if (cutter.problem) throw new Error(fileMessage(cutter.problem))
  const records = parts.flatMap((part) => readPart(part.bytes!, cutter.shape!, part.line))
  return {
    shape: cutter.shape!,
    keys: records.map((one) => ('values' in one ? one.values.get('key') : recordMessage(one.problem))),
    lines: records.map(({ line }) => line),
  }
}

function mapOf(text: string) {
  const read = parseColumnMap(text)
  if (!read.allow) throw new Error(mapMessage(read.reason))
  return read.map
}

test.group('the first line of a CSV file', () => {
  test('{$i} is understood, whatever pieces it comes in')
    .with([
      ['key,status\nAAAA,\n', ',', ['key', 'status'], 2],
      ['status;key\r\n;AAAA\r\n', ';', ['status', 'key'], 2],
      ['"key"\tstatus\nAAAA\t\n', '\t', ['key', 'status'], 2],
      ['key\nAAAA', ',', ['key'], 2],
      ['\ufeffKEY;Status;MetaData.Kunde\nAAAA;;\n', ';', ['key', 'status', 'metadata.Kunde'], 2],
      ['\ufeffsep=;\r\nKey;Preis\r\nAAAA;1\r\n', ';', ['key', 'Preis'], 3],
      ['"sep=,"\nkey\nAAAA\n', ',', ['key'], 3],
      ['sep=|\nkey|a;b\nAAAA|1\n', '|', ['key', 'a;b'], 3],
      ['key;"Na\nme"\nAAAA;x\n', ';', ['key', 'Na\nme'], 3],
      ['"Na\nme";key\nx;AAAA\n', ';', ['Na\nme', 'key'], 3],
      ['key;"Na\rme"\r\nAAAA;x\r\n', ';', ['key', 'Na\rme'], 2],
      ['key;a\r\r\nAAAA;x\r\r\n', ';', ['key', 'a'], 2],
      ['"key";"a"\r\r\n"AAAA";"x"\r\r\n', ';', ['key', 'a'], 2],
      [';;\n\nkey;a;b\nAAAA;;\n', ';', ['key', 'a', 'b'], 4],
    ] as [string, string, string[], number][])
    .run(({ assert }, [file, delimiter, columns, line]) => {
      for (const size of [1, 3, 1 << 16]) {
        const { shape, keys, lines } = read(file, size)
        assert.deepEqual({ ...shape, headings: 0 }, { format: 'csv', columns, delimiter, headings: 0 })
        assert.deepEqual(keys, ['AAAA'])
        assert.deepEqual(lines, [line])
      }
    })

  test('the columns found are named where it is refused: {$i}')
    .with([
      ['License Key,Expiry\nAAAA,\n', {}, /must be "key".*"License Key", "Expiry".*map=key:License Key/],
      ['', {}, /columns found are none/],
      ['key,status\rAAAA,\rBBBB,\r\n', {}, /lines that end with LF or CRLF/],
      ['key,status\rAAAA,\rBBBB,', {}, /lines that end with LF or CRLF/],
      ['"status",key\rACTIVE,AAAA\r', {}, /lines that end with LF or CRLF/],
      ['key,"sta\rtus"\rAAAA,\r\n', {}, /lines that end with LF or CRLF/],
      ['key,status,status\n', {}, /The first line has the column "status" twice/],
      ['key,Key\n', {}, /"key" and "Key" both mean key/],
      ['key,status\nAAAA,\n', { needsProduct: true }, /productId in the query.*"key", "status"/],
      ['key,a\nAAAA,\n', { map: mapOf('expiresAt:Expiry') }, /map names the heading "expiry".*"key", "a"/],
      ['[{"key":"AAAA"}]', { map: mapOf('key:Serial') }, /this one is JSON/],
      [`key${',x'.repeat(LIMITS.columns)}\n`, {}, /more than 1000 columns/],
    ] as [string, HeaderRules, RegExp][])
    .run(({ assert }, [file, rules, message]) => {
      assert.throws(() => read(file, 1 << 16, rules), message)
    })

  test('a map says which heading means what, without regard to case', ({ assert }) => {
    const map = mapOf('key:License Key,expiresAt:Expiry,"metadata.email:Customer, Email"')
    const { shape, keys } = read('license key;EXPIRY;"Customer, Email";x\nAAAA;;a@b.c;1\n', 5, { map })
    assert.deepEqual(shape.columns, ['key', 'expiresAt', 'metadata.email', 'x'])
    assert.deepEqual(shape.headings, ['license key', 'EXPIRY', 'Customer, Email', 'x'])
    assert.deepEqual(keys, ['AAAA'])
  })

  test('a map that cannot be read says why: {0}')
    .with([
      ['License Key', /not a column of an import/],
      ['kee:License Key', /"kee" is not a column of an import. The columns are key, productId/],
      ['key:', /name the heading of key/],
      ['key:A,Key:B', /names the column key twice/],
      ['key:A,status:a', /names the heading "a" twice/],
      ['', /Write map as/],
    ] as [string, RegExp][])
    .run(({ assert }, [text, message]) => {
      assert.throws(() => mapOf(text), message)
    })

  test('has bounds: an operation shows its headings wherever it is shown', ({ assert }) => {
    const file = (length: number) => `key,${'x'.repeat(length)}\nLONG-1,1\n`
    assert.deepEqual(read(file(65_533), 8192).keys, ['LONG-1'])
    assert.throws(() => read(file(65_534), 8192), /more than 65536 characters/)
    assert.throws(() => read(file(900_000), 8192), /more than 65536 characters/)
  })
})
