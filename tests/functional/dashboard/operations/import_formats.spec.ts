import { test } from '@japa/runner'
import { createMerchant } from '#tests/support/merchant'
import { postImport } from '#tests/support/upload'

test.group('formats of an import', () => {
  test('a charset that is UTF-8 is taken, however it is written: {$self}')
    .with(['text/csv; charset=utf-8', 'text/csv;header=present;Charset="UTF-8"', 'text/csv; charset=utf8'])
    .run(async ({ assert }, type) => {
      const { status } = await postImport(await createMerchant(), 'key\nAAAA\n', type)
      assert.equal(status, 202)
    })
})
