import { test } from '@japa/runner'
import { itemOf } from '#operations/kinds/import/row_outcome'
import { readPart } from '#operations/transfer/part'
import { PartCutter } from '#operations/transfer/part_cutter'
import { recordMessage } from '#operations/transfer/record_problem'
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
