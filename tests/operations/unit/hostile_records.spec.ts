import { test } from '@japa/runner'
import { channelProblems } from '#catalog/rules/release_channels'
import { itemOf } from '#operations/kinds/import/row_outcome'
import { readPart } from '#operations/transfer/part'
import { PartCutter } from '#operations/transfer/part_cutter'
import { readImportRow } from '#operations/transfer/read_import_row'
import { recordMessage } from '#operations/transfer/record_problem'
import { rowMessage } from '#operations/transfer/row_problem'
import { LIMITS } from '#kernel/files/file_limits'

test.group('records that nobody should have to read', () => {
  test('a JSON record of nothing but values is a bad row, and is never parsed', ({ assert }) => {
    const heavy = `{"key":"AAAA","a":[${'{},'.repeat(300_000)}{}]}`
    const cutter = new PartCutter('ndjson', LIMITS, 1000, [1, 2])
    cutter.add(Buffer.from(`${heavy}\n{"key":"BBBB"}\n{"key":"AAAA"}`))
    const [part] = cutter.finish()
    const found = readPart(part.bytes!, cutter.shape!, 1).map((one) =>
      'values' in one ? one.values.get('key') : recordMessage(one.problem)
    )
    assert.deepEqual(found, ['The row has more than 20000 values', 'BBBB', 'AAAA'])
    assert.deepEqual(part.repeats, [[2, 1]])
  })

  test('a cell of nothing but values is a bad row, as a JSON record of them is: {$self}')
    .with(['metadata', 'features', 'policyOverride', 'channels'])
    .run(({ assert }, field) => {
      const list = `[${'{},'.repeat(LIMITS.values)}{}]`
      const cell = field === 'channels' ? list : `{"a":${list}}`
      const found = readImportRow(
        new Map([
          ['key', 'AAAA'],
          [field, cell],
        ]),
        0
      )
      assert.isFalse(found.allow)
      if (found.allow) return
      const item = itemOf({ index: 0, line: 1 }, { reason: 'bad-row', problem: found.reason })
      const message = `${field} has more than 20000 values`
      assert.containSubset(item, { outcome: 'failed', code: 'VALIDATION_ERROR', message })
    })

  test('a record that arrives byte by byte is read like any other', ({ assert }) => {
    const cutter = new PartCutter('ndjson', LIMITS, 1000, [1, 2])
    cutter.add(Buffer.from('{"key":"AAAA","metadata":{"a":"'))
    const byte = Buffer.from('x')
    for (let count = 0; count < 300_000; count++) cutter.add(byte)
    cutter.add(Buffer.from('"}}\n'))
    const [part] = cutter.finish()
    assert.equal(part.bytes!.length, 300_035)
  })

  test('a list of channels that is longer than there are channels is refused unread: {$self}')
    .with(['text', 'JSON text', 'JSON list'] as const)
    .run(({ assert }, form) => {
      let reads = 0
      const list = [...Array.from({ length: 5 }, () => 'stable'), 'dev']
      const counting = new Proxy(list, {
        get(held, name, self) {
          if (/^\d+$/.test(String(name))) reads++
          return Reflect.get(held, name, self) as unknown
        },
      })
      const channels = { text: list.join(' '), 'JSON text': JSON.stringify(list), 'JSON list': counting }[
        form
      ]
      const found = readImportRow(new Map(Object.entries({ key: 'AAAA', channels })), 0)
      assert.isFalse(found.allow)
      const problem = found.allow ? null : rowMessage(found.reason)
      assert.equal(problem, 'channels must name each of stable, rc, beta, alpha, dev at most once')
      assert.equal(reads, 0)
    })

  test('each repeated channel is found without another look at those before it', ({ assert }) => {
    const given = [...Array.from({ length: 3 }, () => 'stable'), 'dev', 'dev']
    given.indexOf = () => assert.fail('the list was searched again')
    const fields = channelProblems(given).map(({ field, message }) => `${field}: ${message}`)
    assert.deepEqual(fields, [
      'channels.1: stable is named twice',
      'channels.2: stable is named twice',
      'channels.4: dev is named twice',
    ])
  })

  test('a message that quotes a NUL can be stored', ({ assert }) => {
    const problems = [{ field: 'a\0', message: 'There is no field a\0' }]
    const problem = { reason: 'fields' as const, problems }
    const { message } = itemOf({ index: 0, line: 1 }, { reason: 'bad-row', problem })
    assert.equal(message, 'There is no field a\ufffd')
  })

  test('the first record in another encoding is known by its line: {$self}')
    .with(['csv', 'ndjson'] as const)
    .run(({ assert }, format) => {
      const rows = {
        csv: 'key,a\nAAAA,1\nBBBB,\xe9\nCCCC,\xe9\n',
        ndjson: '{"key":"AAAA"}\n{"a":"\xe9"}\n{"b":"\xe9"}',
      }
      const cutter = new PartCutter(format, LIMITS, 2, [1, 2])
      cutter.add(Buffer.from(rows[format], 'latin1'))
      cutter.finish()
      assert.equal(cutter.foreignLine, format === 'csv' ? 3 : 2)
    })
})
