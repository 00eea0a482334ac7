import { test } from '@japa/runner'
import { dateReader } from '#operations/transfer/date_reader'

test.group('dates as a merchant writes them', () => {
  test('{0} reads {1}')
    .with([
      ['dd.MM.yyyy', '13.02.2031', '2031-02-13T00:00:00.000Z'],
      ['d.M.y', '3.2.2031', '2031-02-03T00:00:00.000Z'],
      ['MM/dd/yyyy hh:mm a', '02/13/2031 06:30 PM', '2031-02-13T18:30:00.000Z'],
      ["yyyy-MM-dd'T'HH:mm:ss.SSS", '2031-02-13T18:30:01.250', '2031-02-13T18:30:01.250Z'],
      ['EEE, dd MMM yyyy HH:mm:ss ZZZ', 'Thu, 13 Feb 2031 18:30:00 +0100', '2031-02-13T17:30:00.000Z'],
      ['dMMMyyyy', '3Feb2031', '2031-02-03T00:00:00.000Z'],
      ['yyyyMMddHHmmss', '20310213183000', '2031-02-13T18:30:00.000Z'],
      ['yyMMdd', '310213', '2031-02-13T00:00:00.000Z'],
      ['dMMyyyy', '3022031', '2031-02-03T00:00:00.000Z'],
      ['D', '2/13/2031', '2031-02-13T00:00:00.000Z'],
      ['yyyy-M-d H:m', '2031-2-13 18:30', '2031-02-13T18:30:00.000Z'],
      ['yyyy/dd/MM', '2031/02/03', '2031-03-02T00:00:00.000Z'],
    ] as const)
    .run(({ assert }, [format, text, moment]) => {
      assert.equal(new Date(dateReader(format)!(text)!).toISOString(), moment)
    })

  test('no form means another moment than ISO 8601, which is tried first: {$self}')
    .with(['yyyy-dd-MM', 'yyyy-d-M', "yyyy-dd-MM'T'HH:mm:ss", 'yyyy-dd-MM HH:mm', 'yyyy-MM-dd mm:HH'])
    .run(({ assert }, format) => {
      assert.isNull(dateReader(format))
    })

  /**
   * A text that almost fits would be compared with every way to split its digits, and there are too many ways to try.
   */
  test('no form leaves open where one number ends and the next begins: {$self}')
    .with([
      `yyyy-MM-dd${'Su'.repeat(8)}`,
      `yyyy-MM-dd ${'S0u0'.repeat(6)}`,
      `yyyy-MM-dd ${"S'1'u'1'".repeat(5)}`,
      `yyyy-MM-dd ${'z-'.repeat(8)}`,
      'yyyy-MM-dd Hmsu',
      'dMyyyy',
    ])
    .run(({ assert }, format) => {
      assert.isNull(dateReader(format))
    })
})
