import { test } from '@japa/runner'
import { isBase64 } from '#sso/rules/base64'
import { workWhile } from '#tests/testkit/processor_time'

test.group('base64 of a form', () => {
  test('{0}: {1}')
    .with([
      ['QUJD', true],
      ['QUJDRA==', true],
      ['QUJD\r\nRA==\r\n', true],
      ['', false],
      ['=', false],
      ['QUJD=RA', false],
      ['QUJ-', false],
    ] as const)
    .run(({ assert }, [text, expected]) => assert.equal(isBase64(text), expected))

  test('costs no more than its length', async ({ assert }) => {
    const spaces = `${' '.repeat(50_000)}!`
    const spent = await workWhile(async () => assert.isFalse(isBase64(spaces)))
    assert.isBelow(spent, 200)
  })
})
